import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { HostProcess } from './host-process.ts';

/** Consumers in processes of their own, and what is measured with them. */

export interface IsolatedConsumer {
  readonly url: string;
  readonly process: ChildProcess;
  /** Of what came since this was last asked, ms. */
  latencies(): Promise<number[]>;
}

/** A consumer in a process of its own, so that its work does not count against the service's, and can be frozen. */
export const startIsolatedConsumer = async (backlog = 511): Promise<IsolatedConsumer> => {
  const child = fork(
    join(import.meta.dirname, '..', 'journeys', 'isolation-consumer.ts'),
    [String(backlog)],
    { execArgv: [] },
  );
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
export const startFrozenConsumer = async (): Promise<string> => {
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

/** @throws Error with the answer if it is none of success */
export const created = async (host: HostProcess, path: string, body: unknown): Promise<void> => {
  const answer = await host.api('POST', path, body);
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
};

/** Makes companies one after the other, and answers the latencies of all that reaches so many endpoints, ms. */
export const loadTo =
  ({ latencies }: Pick<IsolatedConsumer, 'latencies'>, endpoints: number) =>
  async (host: HostProcess, events: number, pauseMs: number): Promise<number[]> => {
    for (let i = 0; i < events; i++) {
      await created(host, '/companies', { name: `Company ${i}` });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    const seen: number[] = [];
    while (seen.length < events * endpoints) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      seen.push(...(await latencies()));
    }
    return seen;
  };

/**
 * A latency is the difference of two readings of a clock of whole milliseconds, so that 1.1 ms may be read as 2.
 * Nothing below this can be told apart, ms.
 */
export const clockGrainMs = 2;

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
export const p99 = (values: readonly number[]): number =>
  sorted(values)[Math.ceil(values.length * 0.99) - 1] as number;
/** Of an odd number of values. */
export const median = (values: readonly number[]): number =>
  sorted(values)[(values.length - 1) / 2] as number;
