import type { Run } from '#contract/token-runs.ts';
import { addTarget, deskOf, importRows, startRun } from './desk-runs.ts';
import { benchFolder, startHost, startModule } from './processes.ts';
import { type Result, result } from './results.ts';

const sizes = (process.env.BENCH_SIZES ?? '10000,100000').split(',').map(Number);
const concurrency = 20;
const pollMs = 500;
/** A run that takes longer is given up. */
const longestMs = 30 * 60_000;

/**
 * (run-memory) What the desk's process grows by while it migrates 10,000 and 100,000 companies to a service that costs
 * nothing, each in a process that has done nothing else: at most, and after a garbage collection at the end.
 */
export const runMemory = async (): Promise<Result[]> => {
  const measured: Measured[] = [];
  for (const companies of sizes) measured.push(await measure(companies));
  return measured.map(({ companies, growthMb, heldMb, seconds, cpuMs }) =>
    result(
      `(run-memory) memory growth of the desk, a run of ${companies.toLocaleString('en')} companies`,
      growthMb,
      '<',
      60,
      ' MB',
      `its process at most, over what it held before; ${heldMb.toFixed(0)} MB after a collection at the end; ${seconds.toFixed(0)} s, ${cpuMs.toFixed(1)} ms of processor a company`,
    ),
  );
};

interface Measured {
  readonly companies: number;
  readonly growthMb: number;
  readonly heldMb: number;
  readonly seconds: number;
  /** For each company. */
  readonly cpuMs: number;
}

const measure = async (companies: number): Promise<Measured> => {
  const folder = benchFolder();
  const target = { apiUrl: await startModule('cheap-target.ts'), apiKey: 'bench' };
  const importing = await startHost(['--data', folder]);
  const importingDesk = deskOf(importing);
  const targetId = await addTarget(importingDesk, target, concurrency);
  const about = { name: 'bench', parts: ['tokens'], targetId };
  const { id } = await importingDesk<{ id: string }>('POST', '/api/cases', about);
  await importRows(importingDesk, id, companies);
  await importing.stop();

  const host = await startHost(['--data', folder], { collects: true });
  const desk = deskOf(host);
  await desk('GET', `/api/cases/${id}/tokens/rows`);
  await host.collect();
  const [before, cpuBefore] = [host.memoryMb(), host.cpuMs()];
  host.forgetPeak();
  const startedAt = performance.now();
  let run = await startRun(desk, id, concurrency);
  while (run.state === 'running') {
    if (performance.now() - startedAt > longestMs) throw new Error(`The run did not end: ${words(run)}`);
    await sleep(pollMs);
    run = await desk<Run>('GET', `/api/cases/${id}/tokens/runs/${run.id}`);
  }
  if (run.state !== 'done' || run.counts.done !== companies)
    throw new Error(`Not all is done: ${words(run)}`);
  const seconds = (performance.now() - startedAt) / 1000;
  const growthMb = host.peakMemoryMb() - before;
  const cpuMs = (host.cpuMs() - cpuBefore) / companies;
  await host.collect();
  const heldMb = host.memoryMb() - before;
  await host.stop();
  return { companies, growthMb, heldMb, seconds, cpuMs };
};

const words = ({ state, counts, remark }: Run): string => JSON.stringify({ state, counts, remark });

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
