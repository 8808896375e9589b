import { closeSync, copyFileSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endpointCount, fillMessages } from './million-messages.ts';
import { benchFolder, startHost } from './processes.ts';
import { median, type Result, result } from './results.ts';

const rounds = 5;

/**
 * Saving and restoring a million messages, each against copying the same bytes to the disk right before. Each of them
 * begins right after three files of that size were removed: a virtual machine gives memory that was freed just now up to
 * ten times faster than memory that it has to get anew, for the system's cache of files, and a restore writes the state
 * and reads it again.
 */
export const states = async (): Promise<Result[]> => {
  const folder = benchFolder();
  const options = ['--data', folder];
  const first = await startHost(options);
  for (let i = 0; i < endpointCount; i++) {
    const response = await fetch(`${first.ready.apiUrl}/webhooks`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(first.ready.apiKey)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:9/${i}`, eventTypes: ['company.created'] }),
    });
    if (!response.ok) throw new Error(`POST /webhooks answered ${response.status}.`);
  }
  await first.stop();
  const database = join(folder, 'service.db');
  fillMessages(database);

  const host = await startHost(options);
  const desk = async (method: string, path: string, body?: unknown): Promise<{ behind?: number }> => {
    const response = await fetch(host.ready.deskUrl + path, {
      method,
      headers: { authorization: `Bearer ${host.ready.deskToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { behind?: number };
  };
  // Words are indexed by a thread that would compete with what is measured.
  while (((await desk('GET', '/api/messages/index')).behind ?? 0) > 0) await pause(1000);
  const saving: number[] = [];
  const restoring: number[] = [];
  const copying: number[] = [];
  const copy = join(folder, 'copy');
  const spares = [1, 2, 3].map((n) => join(folder, `spare-${n}`));
  const warmMemory = (): void => {
    for (const spare of spares) copyToDisk(database, spare);
    for (const spare of spares) rmSync(spare);
  };
  for (let round = 0; round < rounds; round++) {
    const name = `round-${round}`;
    const state = join(folder, 'states', `${name}.carryover-state`);
    const against = async (work: () => Promise<unknown>): Promise<number> => {
      warmMemory();
      const copied = await timed(async () => copyToDisk(database, copy));
      copying.push(copied);
      rmSync(copy);
      return (await timed(work)) / copied;
    };
    saving.push(await against(() => desk('POST', '/api/states', { name })));
    restoring.push(await against(() => desk('POST', `/api/states/${name}/restore`, {})));
    rmSync(state);
    rmSync(join(folder, 'backups'), { recursive: true, force: true });
  }
  await host.stop();
  const size = `${(statSync(database).size / 1e6).toFixed(0)} MB, copied in ${median(copying).toFixed(0)} ms`;
  const spread = (all: readonly number[]): string => all.map((one) => one.toFixed(2)).join(', ');
  return [
    result(
      'saving a state of 1,000,000 messages',
      median(saving),
      '<',
      1.5,
      '',
      `times copying the same bytes (${size}): ${spread(saving)}`,
    ),
    result(
      'restoring it',
      median(restoring),
      '<',
      1.5,
      '',
      `the same, with the stop and start of the service: ${spread(restoring)}`,
    ),
  ];
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const copyToDisk = (from: string, to: string): void => {
  copyFileSync(from, to);
  const fd = openSync(to, 'r+');
  fsyncSync(fd);
  closeSync(fd);
};
