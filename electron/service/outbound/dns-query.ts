import { promises as dns } from 'node:dns';
import { systemTime } from '#base/clock.ts';

/** After this long without an answer a name counts as dead, ms: as long as a system's resolver waits for one server. */
const patienceMs = 5000;

/**
 * `unknown`: the name server knows no address, or there is none to ask. `silent`: the name's servers do not answer;
 * the name server's own report of that (SERVFAIL) is the same.
 */
export type DnsAnswer = readonly string[] | 'unknown' | 'silent';

export interface DnsQuery {
  /** IPv4 addresses come first. Never throws; answers within 5 s. */
  ask(name: string): Promise<DnsAnswer>;
  /** Ends what is still asked, as `silent`. */
  close(): void;
}

const silence: ReadonlySet<unknown> = new Set([dns.TIMEOUT, dns.CANCELLED, dns.SERVFAIL]);

/**
 * Asks the name servers over sockets, which takes no thread, so that any number of names can be dead at a time.
 * @param servers addresses, with ports if need be; the system's if none are given
 */
export const createDnsQuery = (servers?: readonly string[]): DnsQuery => {
  const open = new Set<dns.Resolver>();
  return {
    async ask(name) {
      // One for each question: each sees the servers as they are now (networks change), and can be cancelled alone.
      const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
      if (servers !== undefined) resolver.setServers(servers);
      open.add(resolver);
      const stop = systemTime.after(patienceMs, () => resolver.cancel());
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      stop();
      open.delete(resolver);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      return answers.some((answer) => answer.status === 'rejected' && silence.has(answer.reason.code))
        ? 'silent'
        : 'unknown';
    },
    close() {
      for (const resolver of open) resolver.cancel();
    },
  };
};
