import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sealedTo } from '#base/age/seal.ts';
import type { IdentityView } from '#contract/identity.ts';
import type { Job } from '#contract/job.ts';
import type { TokenImportRequest, TokenImportResult } from '#contract/token-rows.ts';
import { deskOf } from './desk-runs.ts';
import { madeUpCsv } from './migration-rows.ts';
import { type BenchHost, benchFolder, startHost } from './processes.ts';
import { median, type Result, result } from './results.ts';

const rows = 100_000;
const times = 3;
const pollMs = 20;

/**
 * (imports) A list of 100,000 rows, from the request to the end of its job: read, checked, sealed into the vault and
 * written. Meanwhile the host is asked for something else over and over.
 */
export const imports = async (): Promise<Result[]> => {
  const path = join(benchFolder(), 'tokens.csv');
  writeFileSync(path, madeUpCsv(rows), { mode: 0o600 });
  const host = await startHost(['--data', benchFolder()]);
  const [before, cpuBefore] = [host.memoryMb(), host.cpuMs()];
  const runs: Measured[] = [];
  for (let n = 0; n < times; n++) runs.push(await importOnce(host, `bench ${n}`, { path }));
  const peak = host.peakMemoryMb();
  const cpuSeconds = (host.cpuMs() - cpuBefore) / times / 1000;
  const dry = await importOnce(host, 'validated', { path, dryRun: true });
  const sealed = await sealedRuns(host, path);
  const sealedPeak = host.peakMemoryMb();
  await host.stop();
  const all = runs.map(({ ms }) => `${(ms / 1000).toFixed(1)} s`).join(', ');
  const slowest = Math.max(...runs.map(({ slowestAnswerMs }) => slowestAnswerMs));
  return [
    result(
      '(imports) 100,000 rows read, checked, sealed and written',
      median(runs.map(({ ms }) => ms)),
      '<',
      5000,
      ' ms',
      `${all}; ${cpuSeconds.toFixed(1)} s of processor each; slowest other answer meanwhile ${slowest.toFixed(0)} ms`,
    ),
    result('(imports) the same, validated only', dry.ms, '<', 5000, ' ms', 'nothing is kept'),
    result(
      '(imports) memory growth meanwhile',
      peak - before,
      '<',
      120,
      ' MB',
      `of ${times} imports, one after the other: the process at most, over what it held before`,
    ),
    result(
      '(imports) the same list sealed, against plain',
      median(sealed) / median(runs.map(({ ms }) => ms)),
      '<',
      1.5,
      ' times',
      `${sealed.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}; opened as it is read`,
    ),
    result(
      '(imports) memory growth with sealed lists',
      sealedPeak - before,
      '<',
      160,
      ' MB',
      'the process at most, over what it held before the plain ones',
    ),
  ];
};

const sealedRuns = async (host: BenchHost, path: string): Promise<number[]> => {
  const ask = deskOf(host);
  const { sealing } = await ask<IdentityView>('GET', '/api/identity');
  const file = `${path}.age`;
  await pipeline(
    sealedTo(sealing.recipient, createReadStream(path)),
    createWriteStream(file, { mode: 0o600 }),
  );
  const ms: number[] = [];
  for (let n = 0; n < times; n++) ms.push((await importOnce(host, `sealed ${n}`, { path: file })).ms);
  return ms;
};

interface Measured {
  readonly ms: number;
  readonly slowestAnswerMs: number;
}

const importOnce = async (host: BenchHost, name: string, request: TokenImportRequest): Promise<Measured> => {
  const ask = deskOf(host);
  const { id } = await ask<{ id: string }>('POST', '/api/cases', { name, parts: ['tokens'] });
  let slowestAnswerMs = 0;
  const startedAt = performance.now();
  let job = await ask<Job>('POST', `/api/cases/${id}/tokens/imports`, request);
  while (job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const askedAt = performance.now();
    job = await ask<Job>('GET', `/api/jobs/${job.id}`);
    slowestAnswerMs = Math.max(slowestAnswerMs, performance.now() - askedAt);
  }
  const ms = performance.now() - startedAt;
  const { ready } = (job.result ?? {}) as Partial<TokenImportResult>;
  if (ready !== rows) throw new Error(`${ready} rows were imported: ${job.error}`);
  return { ms, slowestAnswerMs };
};
