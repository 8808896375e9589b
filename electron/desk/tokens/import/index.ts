import PQueue from 'p-queue';
import { takeTurns } from '#base/take-turns.ts';
import { Closed, Uuid } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatNumber } from '#contract/format.ts';
import type { GivenBy } from '#contract/given-by.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import { TokenImportRequest, type TokenImportResult } from '#contract/token-rows.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { JobHandle, Jobs, RunningJob, Work } from '#desk/jobs/jobs.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tx } from '#desk/store/store.ts';
import { readLastRowId } from '#desk/store/token-rows.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import type { AnsweredList, Imports } from '#desk/tokens/tokens.ts';
import type { Vault } from '#desk/tokens/vault.ts';
import type { CheckedRow } from './checked-row.ts';
import { createDuplicateSearch } from './duplicates.ts';
import { readEarlierRows } from './earlier-rows.ts';
import { readList } from './in-thread.ts';
import { createKeptFacts, type KeptFacts } from './kept-facts.ts';
import { type PlannedImport, planImport, spoiledRows } from './plan-import.ts';
import { resultOf } from './result.ts';
import { isKeptAt, saveImport } from './save-import.ts';
import { createSealedRows } from './sealed-rows.ts';
import { plainName, sourceOf } from './source.ts';
import type { ImportTask, SourceTask, TakeRows } from './task.ts';
import { templateOf } from './template.ts';

interface Modules {
  readonly cases: Cases;
  readonly jobs: Jobs;
  readonly vault: Vault;
  readonly catalogue: () => Promise<readonly CatalogueIntegration[]>;
}

/** Token files: read, checked, and sealed into the vault, as jobs. */
export const createImports = (context: DeskContext, modules: Modules): Imports => {
  const { cases, jobs, catalogue } = modules;
  // Each takes the ids after those of the one before.
  const turns = new PQueue({ concurrency: 1 });

  /** @throws CatalogueError `integration.notFound` */
  const find = async (platformKey: string): Promise<CatalogueIntegration> => {
    const found = (await catalogue()).find((one) => one.platformKey === platformKey);
    if (found === undefined) throw new CatalogueError('integration.notFound', { platformKey });
    return found;
  };

  const start = jobs.define('tokens-import', {
    kind: 'tokens-import',
    input: Closed({ caseId: Uuid, request: TokenImportRequest }),
    caseOf: ({ caseId }) => caseId,
    filesOf: ({ request: { path } }) => (path === undefined ? [] : [path]),
    once: ({ request }) => oncePasted(request),
    async begin({ caseId, request }, actor): Promise<Work> {
      const { state } = await cases.state(caseId);
      if (state !== 'open' && !request.dryRun) throw new CatalogueError('case.notOpen', { state });
      if (request.platformKey !== undefined) await find(request.platformKey);
      const source = await sourceOf(request, {
        dataDir: context.dataDir,
        sealingKeys: context.sealingKeys,
      });
      return (job) => {
        const one = { caseId, request, actor, source, job, done: job.done };
        return inTurn(turns, job, () => carryOut(context, modules, one));
      };
    },
  });

  return {
    template: async (platformKey, format) => templateOf(await find(platformKey), format),
    start: (caseId, request, actor) => start({ caseId, request }, actor),
    async take(caseId, { name, bytes, from, sealedDigest, request, given, see }, actor, job) {
      if (request.platformKey !== undefined) await find(request.platformKey);
      const { keys } = context.sealingKeys;
      const source: SourceTask = {
        name: plainName(name),
        size: bytes,
        from: { answer: { from, keys }, digest: sealedDigest },
      };
      const one = { caseId, request, actor, source, job, given, see };
      return inTurn(turns, job, () => carryOut(context, modules, one));
    },
  };
};

/** What was pasted may hold credentials, which are in the vault or nowhere. */
const oncePasted = ({ content }: Pick<TokenImportRequest, 'content'>): string | undefined =>
  content === undefined
    ? undefined
    : 'What was pasted for it is not kept, as it may hold credentials: paste it again.';

/** One that waits is cancelled at once; one that has begun ends when it has cleaned up. */
const inTurn = async <T>(turns: PQueue, { signal }: JobHandle, work: () => Promise<T>): Promise<T> => {
  let begun: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    begun = work();
    return begun;
  };
  await turns.add(begin, { signal }).catch((error: unknown) => {
    if (begun === undefined) throw error;
  });
  return begun as unknown as Promise<T>;
};

interface Import {
  readonly caseId: string;
  readonly request: TokenImportRequest;
  readonly actor: string;
  readonly source: SourceTask;
  readonly job: JobHandle;
  /** Of a list in an answer. */
  readonly given?: GivenBy;
  readonly see?: AnsweredList['see'];
  /** Of a job that does nothing else. */
  readonly done?: RunningJob['done'];
}

const carryOut = async (context: DeskContext, modules: Modules, one: Import): Promise<TokenImportResult> => {
  const { request } = one;
  const facts = createKeptFacts();
  try {
    if (!request.dryRun) return await keep(context, modules, one, facts);
    return await resultOf(await planOf(context, modules, one, facts, async () => undefined), undefined);
  } finally {
    facts.close();
  }
};

const keep = async (
  context: DeskContext,
  modules: Modules,
  one: Import,
  facts: KeptFacts,
): Promise<TokenImportResult> => {
  const { caseId, actor, job, given, done } = one;

  const firstId = (await context.store.read(readLastRowId)) + 1;
  const sealed = createSealedRows(modules.vault, caseId, firstId);
  const importId = context.newId();
  let planned: PlannedImport;
  let result: TokenImportResult;
  try {
    planned = await planOf(context, modules, one, facts, sealed.add);
    job.signal.throwIfAborted();
    result = await resultOf(planned, importId);
    const saved = async (tx: Tx) => done?.(tx, result);
    await saveImport(modules.cases, { caseId, actor, importId, sealed, planned, given, saved });
  } catch (error) {
    await sealed.undo();
    throw error;
  }
  // Committed: a failure from here on undoes nothing.
  await sealed.keepOnly(isKeptAt(planned), spoiledRows(planned.plan)).catch((err: unknown) => {
    context.log.error({ err }, 'tokens: what an import left over is shredded at the next start');
  });
  return result;
};

/** Reads everything, and plans each row. */
const planOf = async (
  context: DeskContext,
  { cases, catalogue }: Modules,
  { caseId, request, source, job, see }: Import,
  facts: KeptFacts,
  seal: (rows: readonly CheckedRow[]) => Promise<void>,
): Promise<PlannedImport> => {
  const { name } = source;
  const search = createDuplicateSearch();
  const take: TakeRows = async (rows, soFar) => {
    const known = rows.map((row) => row.facts);
    facts.add(known);
    search.add(known);
    if (see !== undefined) for (const one of known) seeRef(one, see);
    await takeTurns();
    await seal(rows);
    const text = `Read ${formatNumber(soFar.rows)} rows`;
    job.progress({ done: soFar.bytes, total: source.size, unit: 'bytes', text });
    await takeTurns();
  };
  const task = {
    source,
    request: readOptionsOf(request),
    catalogue: await catalogue(),
    markKey: context.fingerprintKey,
  };
  const file = await readList(task, take, job.signal);
  const state = await cases.state(caseId);
  const scope = scopeOf(state.targetId);
  const fingerprint = context.fingerprint(file.digest);
  const place = 'path' in source.from ? context.fingerprint(`import from ${source.from.path}`) : undefined;
  const repeated = state.tokenImports.filter(
    (one) => one.fingerprint === fingerprint || (place !== undefined && one.place === place),
  );
  const plan = await planImport(facts, search, await readEarlierRows(context, caseId, scope), {
    source: name,
    repeated: new Set(repeated.map(({ importId }) => importId)),
    catalogue: task.catalogue,
  });
  const before = state.tokenImports.find((one) => one.fingerprint === fingerprint);
  const remarks = before ? [`The same file was imported on ${before.at} by ${before.actor}.`] : [];
  return { name, file, plan, scope, fingerprint, place, remarks };
};

/** A row without a ref goes by its name. */
const seeRef = ({ ref, name, problems }: CheckedRow['facts'], see: AnsweredList['see']): void => {
  const known = ref ?? name;
  if (known !== undefined && problems.length === 0) see(known);
};

/** How to read it, without the content. */
const readOptionsOf = ({ format, platformKey, mapping }: TokenImportRequest): ImportTask['request'] => ({
  ...(format === undefined ? {} : { format }),
  ...(platformKey === undefined ? {} : { platformKey }),
  ...(mapping === undefined ? {} : { mapping }),
});
