import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type HostProcess, startHostProcess } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const healthyEndpoints = 9;
/** More than a dead endpoint may have in flight (128): its places are taken, and more wait, before anything counts. */
const eventsBefore = 150;
/** Odd, so that the median is one of them. */
const rounds = 9;
const eventsPerRound = 25;
/** Events that don't count, for a host that has just been woken. */
const eventsToWake = 3;
/** A steady load, well below what the machine can do: what is measured is the waiting, not the work. */
const pauseMs = 6;
/**
 * A latency is the difference of two readings of a clock of whole milliseconds, so that 1.1 ms may be read as 2.
 * Nothing below this can be told apart, ms.
 */
const clockGrainMs = 2;

/** A dead name is the third kind: `test/service/outbound/names.test.ts`. */
const deadKinds = ['accepts and stays silent', 'never accepts a connection'];

interface Consumer {
  readonly url: string;
  readonly process: ChildProcess;
  /** Of what came since this was last asked, ms. */
  latencies(): Promise<number[]>;
}

/** A consumer in a process of its own, so that its work does not count against the service's, and can be frozen. */
const startIsolatedConsumer = async (backlog = 511): Promise<Consumer> => {
  const child = fork(join(import.meta.dirname, 'isolation-consumer.ts'), [String(backlog)], { execArgv: [] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    async latencies() {
      const answer = once(child, 'message');
      child.send('latencies');
      return (await answer)[0] as number[];
    },
  };
};

/** The address of a process that never runs again, and whose backlog of 1 is full: connecting to it never ends. */
const startFrozenConsumer = async (): Promise<string> => {
  const { url, process } = await startIsolatedConsumer(1);
  process.kill('SIGSTOP');
  const { hostname, port } = new URL(url);
  const connects = async (): Promise<boolean> => {
    const socket = connect({ host: hostname, port: Number(port) });
    onTestFinished(() => {
      socket.destroy();
    });
    const patience = AbortSignal.timeout(300);
    return once(socket, 'connect', { signal: patience }).then(
      () => true,
      () => false,
    );
  };
  let connected = 0;
  while (await connects()) connected++;
  expect(connected).toBeLessThan(50);
  return url;
};

const created = async (host: HostProcess, path: string, body: unknown): Promise<void> => {
  const answer = await host.api('POST', path, body);
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
};

/** A host with nine endpoints that answer, and perhaps one that never does. */
const startHost = async (healthyUrl: string, deadUrl: string | undefined): Promise<HostProcess> => {
  const host = await startHostProcess(['--data', temporaryFolder()]);
  const urls = Array.from({ length: healthyEndpoints }, () => healthyUrl);
  for (const url of deadUrl === undefined ? urls : [...urls, deadUrl]) {
    await created(host, '/webhooks', { url, eventTypes: ['company.created'] });
  }
  return host;
};

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const p99 = (values: readonly number[]): number =>
  sorted(values)[Math.ceil(values.length * 0.99) - 1] as number;
const median = (values: readonly number[]): number => sorted(values)[(values.length - 1) / 2] as number;

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

  /** Runs a host for as long as it takes to deliver so many events, and answers their latencies, ms. */
  const load = async (host: HostProcess, events: number, pauseMs: number): Promise<number[]> => {
    for (let i = 0; i < events; i++) {
      await created(host, '/companies', { name: `Company ${i}` });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    const latencies: number[] = [];
    while (latencies.length < events * healthyEndpoints) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      latencies.push(...(await healthy.latencies()));
    }
    return latencies;
  };

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
