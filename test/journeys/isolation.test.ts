import { expect, test } from 'vitest';
import { type HostProcess, startHostProcess } from '#test/support/host-process.ts';
import {
  clockGrainMs,
  created,
  loadTo,
  median,
  p99,
  startFrozenConsumer,
  startIsolatedConsumer,
} from '#test/support/isolated-consumer.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const healthyEndpoints = 9;
/** More than a dead endpoint may have in flight (128): its places are taken, and more wait, before anything counts. */
const eventsBefore = 150;
/** Odd, so that the median is one of them. */
const rounds = 7;
const eventsPerRound = 15;
/** Events that don't count, for a host that has just been woken. */
const eventsToWake = 3;
/** A steady load, well below what the machine can do: what is measured is the waiting, not the work. */
const pauseMs = 6;

/** A dead name is the third kind: `test/service/outbound/names.test.ts`. */
const deadKinds = ['accepts and stays silent', 'never accepts a connection'];

/** A host with nine endpoints that answer, and perhaps one that never does. */
const startHost = async (healthyUrl: string, deadUrl: string | undefined): Promise<HostProcess> => {
  const host = await startHostProcess(['--data', temporaryFolder()]);
  const urls = Array.from({ length: healthyEndpoints }, () => healthyUrl);
  for (const url of deadUrl === undefined ? urls : [...urls, deadUrl]) {
    await created(host, '/webhooks', { url, eventTypes: ['company.created'] });
  }
  return host;
};

/**
 * Each condition has a host of its own, and they take short turns; who has no turn is stopped, so that the work that a
 * dead endpoint makes can't slow the host without one as well. The ratio is taken within each round, of what ran in the
 * same seconds, and the median over the rounds leaves out those in which the machine hit one of them more.
 */
test('an endpoint that never answers does not slow nine that do: their p99 stays within twice', {
  timeout: 300_000,
}, async () => {
  const healthy = await startIsolatedConsumer();
  const silent = await startIsolatedConsumer();
  const deadUrls = [undefined, `${silent.url}/dead`, await startFrozenConsumer()];
  const hosts = await Promise.all(deadUrls.map((deadUrl) => startHost(`${healthy.url}/alive`, deadUrl)));

  const load = loadTo(healthy, healthyEndpoints);

  for (const host of hosts) host.process.kill('SIGSTOP');
  const p99s: number[][] = hosts.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, host] of hosts.entries()) {
      host.process.kill('SIGCONT');
      if (round === 0) await load(host, eventsBefore, 0);
      else {
        await load(host, eventsToWake, pauseMs);
        p99s[i]?.push(p99(await load(host, eventsPerRound, pauseMs)));
      }
      host.process.kill('SIGSTOP');
    }
  }

  // The dead ones were dead all the time, and had their share of everything.
  for (const host of hosts.slice(1)) {
    host.process.kill('SIGCONT');
    const { results } = (await (await host.desk('GET', '/api/endpoints')).json()) as {
      results: { url: string; health: { succeeded: number; waiting: number } }[];
    };
    const dead = results.filter(({ url }) => deadUrls.includes(url));
    const waiting = eventsBefore + rounds * (eventsToWake + eventsPerRound);
    expect(dead).toMatchObject([{ health: { succeeded: 0, waiting } }]);
  }

  const [alone = [], ...besideDead] = p99s;
  for (const [i, beside] of besideDead.entries()) {
    const ratio = median(beside.map((ms, round) => ms / Math.max(alone[round] as number, clockGrainMs)));
    console.log(
      `p99 of 9 healthy endpoints, ms, median of ${rounds} rounds: ${median(alone)} alone, ${median(beside)} beside one that ${deadKinds[i]}; median ratio ${ratio.toFixed(2)}`,
    );
    expect(ratio).toBeLessThanOrEqual(2);
  }
});
