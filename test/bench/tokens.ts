import type { Run } from '#contract/token-runs.ts';
import { addTarget, deskOf, importRows, startRun } from './desk-runs.ts';
import { longestMs } from './migration-rows.ts';
import { benchFolder, runModule, startHost } from './processes.ts';
import { type Result, result } from './results.ts';
import { singleInserts } from './single-inserts.ts';

const allCompanies = Number(process.env.BENCH_COMPANIES ?? 10_000);
/** As many as the desk allows the local service. */
const concurrency = 20;
const pollMs = 200;
/** What each company syncs. */
const datasets = 28;
/** The same ratio of 0.3.0, with a row for each dataset: 97 companies/s beside 21,238 inserts/s on a busy machine. */
const ratioOf030 = 0.13;
const timesFaster = 3;

/**
 * (tokens) A migration of 10,000 companies, imported from a file, until the last of them is verified, against a bare loop
 * that makes the same calls to a fresh service in the same way. Once on the service of the desk's own process, once on one
 * in another process: there the memory is the desk's alone. `BENCH_COMPANIES` sets another number.
 */
export const tokens = async (): Promise<Result[]> => {
  const inserts = singleInserts();
  const bare = { own: await bareRun(false), other: await bareRun(true) };
  const own = await deskRun({});
  const other = await deskRun({ isRemote: true });
  const figures = { bare, own, other };
  return [...against(figures), ofInserts(own, inserts), memoryGrowth(figures)];
};

interface Pace {
  readonly seconds: number;
  readonly calls: number;
}
interface DeskFigures extends Pace {
  readonly growthMb: number;
}
interface Figures {
  readonly bare: { readonly own: Pace; readonly other: Pace };
  readonly own: DeskFigures;
  readonly other: DeskFigures;
}

const perSecond = ({ seconds }: Pace): string => `${(allCompanies / seconds).toFixed(0)}/s`;

const against = ({ bare, own, other }: Figures): Result[] => {
  const of = (run: Pace, loop: Pace): string =>
    `of a bare undici loop; ${perSecond(run)} in ${run.calls} calls, of ${perSecond(loop)} in ${loop.calls}`;
  const count = allCompanies.toLocaleString('en');
  return [
    result(
      `(tokens) ${count} companies, on the service in the same process`,
      bare.own.seconds / own.seconds,
      '>=',
      0.85,
      '',
      of(own, bare.own),
    ),
    result(
      '(tokens) the same, on a service in another process',
      bare.other.seconds / other.seconds,
      '>=',
      0.7,
      '',
      of(other, bare.other),
    ),
  ];
};

const ofInserts = (own: Pace, inserts: number): Result => {
  const rate = ((allCompanies / own.seconds) * datasets) / inserts;
  return result(
    '(tokens) datasets synced a second in the same process, of single-row inserts',
    rate,
    '>=',
    ratioOf030 * timesFaster,
    '',
    `of ${Math.round(inserts).toLocaleString('en')}/s by better-sqlite3; 0.3.0 had ${ratioOf030}, so this is ${(rate / ratioOf030).toFixed(1)} times as much`,
  );
};

const memoryGrowth = ({ own, other }: Figures): Result =>
  result(
    '(tokens) memory growth of the desk meanwhile',
    other.growthMb,
    '<',
    100,
    ' MB',
    `its process at most, over what it held before; with the service in it ${own.growthMb.toFixed(0)} MB`,
  );

const bareRun = async (isRemote: boolean): Promise<Pace> => {
  const host = await startHost(['--data', benchFolder()]);
  const { apiUrl, apiKey } = host.ready;
  const args = [apiUrl, apiKey, String(allCompanies), String(concurrency), isRemote ? 'remote' : 'local'];
  const measured = await runModule<Pace>('bare-migration.ts', ...args);
  await host.stop();
  return measured;
};

interface DeskRun {
  readonly companies?: number;
  /** On a service in another process. */
  readonly isRemote?: boolean;
  /** Of the command line of the desk's process. */
  readonly options?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

export const deskRun = async ({
  companies = allCompanies,
  isRemote = false,
  options = [],
  env = {},
}: DeskRun): Promise<DeskFigures> => {
  const host = await startHost(['--data', benchFolder(), ...options], { env });
  const service = isRemote ? await startHost(['--data', benchFolder()]) : undefined;
  const desk = deskOf(host);
  const target = service === undefined ? {} : { targetId: await addTarget(desk, service.ready, concurrency) };
  const { id } = await desk<{ id: string }>('POST', '/api/cases', {
    name: 'bench',
    parts: ['tokens'],
    ...target,
  });
  await importRows(desk, id, companies);

  const before = host.memoryMb();
  let most = before;
  const startedAt = performance.now();
  let run = await startRun(desk, id, concurrency);
  while (run.state === 'running') {
    if (performance.now() - startedAt > longestMs) throw new Error(`The run did not end: ${words(run)}`);
    await sleep(pollMs);
    most = Math.max(most, host.memoryMb());
    run = await desk<Run>('GET', `/api/cases/${id}/tokens/runs/${run.id}`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if (run.state !== 'done' || run.counts.done !== companies)
    throw new Error(`Not all is done: ${words(run)}`);
  await service?.stop();
  await host.stop();
  const calls = Object.values(run.calls).reduce((sum, count) => sum + count, 0);
  return { seconds, calls, growthMb: most - before };
};

const words = ({ state, counts, remark }: Run): string => JSON.stringify({ state, counts, remark });

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
