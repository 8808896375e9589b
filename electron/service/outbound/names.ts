import { LRUCache } from 'lru-cache';
import { systemTime } from '#base/clock.ts';
import { createDnsQuery } from './dns-query.ts';
import { createHostsFile, systemHostsFile } from './hosts-file.ts';
import { NameError } from './name-error.ts';
import { createSystemLookup, getAddrInfo, type SystemLookup } from './system-lookup.ts';

/** Where names are looked up, if not where the system does. */
export interface NameSources {
  /** Addresses of name servers, with ports if need be. */
  readonly nameServers?: readonly string[];
  readonly hostsFile?: string;
  readonly systemLookup?: SystemLookup;
}

export interface Names {
  /**
   * Every address of a host name, the one to try first first.
   * @throws Error with a code that stands for `DnsError`
   */
  resolve(name: string): Promise<readonly string[]>;
  close(): void;
}

/** An answer is used so long, ms. Connections that are made more often than that don't each ask. */
const freshMs = 5000;
const keptNames = 1000;

interface Asked {
  readonly answer: Promise<readonly string[]>;
  freshUntil: number;
}

/**
 * Names to addresses as the system does it, but so that a name whose server is silent delays nobody else. The system's
 * own lookup (getaddrinfo) alone can't do that: it blocks one of two threads, for up to half a minute. So, in order:
 *
 * 1. The hosts file, which every system asks first: a name that a developer has pointed elsewhere must stay there.
 * 2. `localhost` and `*.localhost` are this machine, whether or not anybody knows them (RFC 6761).
 * 3. DNS, asked over sockets: no thread waits. Public names and those that a container's name server knows end here.
 *    A name about which DNS is silent is dead, and goes no further: the system would wait for the same servers.
 * 4. What DNS doesn't know, and `.local`, which isn't DNS's (RFC 6762), is left to the system: it knows mDNS, search
 *    domains, the machine's own name and what else is configured. See `system-lookup.ts` for how that is kept short.
 *
 * All who want the same name at the same time share one question, and its answer for 5 s. Failures are not kept.
 */
export const createNames = (sources: NameSources = {}): Names => {
  const inHostsFile = createHostsFile(sources.hostsFile ?? systemHostsFile());
  const dns = createDnsQuery(sources.nameServers);
  const bySystem = createSystemLookup(sources.systemLookup ?? getAddrInfo);
  const asked = new LRUCache<string, Asked>({ max: keptNames });

  const ask = async (name: string): Promise<readonly string[]> => {
    const answer = name.endsWith('.local') ? 'unknown' : await dns.ask(name);
    if (answer === 'silent') throw new NameError(`No name server answers for ${name}.`);
    return answer === 'unknown' ? bySystem(name) : answer;
  };

  const askShared = (name: string): Promise<readonly string[]> => {
    const known = asked.get(name);
    if (known !== undefined && known.freshUntil > systemTime.monotonic()) return known.answer;
    const entry: Asked = { answer: ask(name), freshUntil: Number.POSITIVE_INFINITY };
    asked.set(name, entry);
    entry.answer.then(
      () => {
        entry.freshUntil = systemTime.monotonic() + freshMs;
      },
      () => {
        if (asked.get(name) === entry) asked.delete(name);
      },
    );
    return entry.answer;
  };

  return {
    async resolve(hostname) {
      const name = hostname.toLowerCase().replace(/\.$/, '');
      const own = inHostsFile(name);
      if (own.length > 0) return own;
      if (/(^|\.)localhost$/.test(name)) return ['127.0.0.1', '::1'];
      return askShared(name);
    },
    close: () => dns.close(),
  };
};
