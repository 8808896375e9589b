import type { Run } from '#contract/token-runs.ts';
import { deskOf, importRows, startRun } from './desk-runs.ts';
import type { Growth } from './growth-figure.ts';
import { type BenchHost, benchFolder, cleanUp, startHost } from './processes.ts';

const concurrency = 20;
const pollMs = 500;
/** A run of a million companies takes hours, as the service takes as long for each: these show how it grows. */
const shareOfRun = 10;

/** Rows of one import (desk/tokens). */
const mostRows = 200_000;

/** An import of so many rows, as far as one may have them. */
export const importGrowth = (sizes: readonly number[]): Promise<Growth[]> => {
  const rows = [...new Set(sizes.map((size) => Math.min(size, mostRows)))];
  return measured('import of tokens', 'processor time of the host', rows, async (host, rows) => {
    const desk = deskOf(host);
    const { id } = await desk<{ id: string }>('POST', '/api/cases', { name: 'bench', parts: ['tokens'] });
    const before = host.cpuSeconds();
    await importRows(desk, id, rows);
    return host.cpuSeconds() - before;
  });
};

/** A token migration of a tenth as many companies, at most 10,000, on the local service. */
export const runGrowth = (sizes: readonly number[]): Promise<Growth[]> => {
  const most = Math.min(10_000, (sizes.at(-1) ?? 0) / shareOfRun);
  const companies = [most / 10, Math.round(most / 3), most];
  return measured('token migration', 'processor time of the host', companies, async (host, rows) => {
    const desk = deskOf(host);
    const { id } = await desk<{ id: string }>('POST', '/api/cases', { name: 'bench', parts: ['tokens'] });
    await importRows(desk, id, rows);
    const before = host.cpuSeconds();
    let run = await startRun(desk, id, concurrency);
    while (run.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      run = await desk<Run>('GET', `/api/cases/${id}/tokens/runs/${run.id}`);
    }
    if (run.counts.done !== rows) throw new Error(`Not all is done: ${JSON.stringify(run.counts)}`);
    return host.cpuSeconds() - before;
  });
};

const measured = async (
  what: string,
  how: string,
  sizes: readonly number[],
  seconds: (host: BenchHost, rows: number) => Promise<number>,
): Promise<Growth[]> => {
  const points: Growth['points'] = [];
  for (const rows of sizes) {
    console.error(`  ${what}: ${rows.toLocaleString('en')} …`);
    const host = await startHost(['--data', benchFolder()]);
    points.push([rows, (await seconds(host, rows)) * 1000]);
    await host.stop();
    cleanUp();
  }
  return [{ what, how, of: 'all', points }];
};
