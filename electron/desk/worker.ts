import type { CheckpointsTask } from '#base/store/sqlite/checkpoints/thread.ts';
import type { DeskTaskName } from '#base/worker/messages.ts';
import { serveTask } from '#base/worker/task.ts';
import type { ReadCaseFile, TakenCaseFile } from '#desk/cases/read-case-file.ts';
import type { ParityTask } from '#desk/cutover/parity/recordings/read-recordings.ts';
import type { SourceTask, TrafficTask } from '#desk/eligibility/reading/task.ts';
import type { KeysTask } from '#desk/eligibility/source/keys-thread.ts';
import type { ImportTask } from '#desk/tokens/import/task.ts';

/** The chain is in `entries`, and the case is folded again where it is taken in. */
const withoutRepeats = ({ file, entries, bundle }: ReadCaseFile): TakenCaseFile => ({
  file: { ...file, entries: [] },
  entries,
  ...(bundle === undefined ? {} : { bundle }),
});

/** The entry of worker threads: one task of these, one answer, and it ends. Each loads what it needs, and nothing else. */
await serveTask<DeskTaskName>({
  'allow-list': async () => {
    const { checkAllowList } = await import('#desk/endpoints/allow-list/check.ts');
    type Input = { readonly request: Parameters<typeof checkAllowList>[0]; readonly at: string };
    return ({ request, at }: Input) => checkAllowList(request, at);
  },
  answer: async () => {
    const { parseHere } = await import('#desk/targets/parse-answer.ts');
    return ({ bytes }: { bytes: Uint8Array }) => parseHere(bytes);
  },
  'answer-file': async () => (await import('#desk/exchange/read-answer.ts')).readAnswer,
  'callback-list': async () => {
    const { checkCallback } = await import('#desk/tokens/managed/callback.ts');
    return ({ callbackUrl, urls }: { callbackUrl: string; urls: string }) => checkCallback(callbackUrl, urls);
  },
  'case-file': async () => {
    const { readCaseFile } = await import('#desk/cases/read-case-file.ts');
    type Input = { readonly text: string; readonly passphrase?: string };
    return async ({ text, passphrase }: Input) => withoutRepeats(await readCaseFile(text, passphrase));
  },
  charts: async () => (await import('#desk/reports/charts/draw.ts')).drawCharts,
  checkpoints: async () => {
    const { serveCheckpoints } = await import('#base/store/sqlite/checkpoints/thread.ts');
    return (task: CheckpointsTask) => serveCheckpoints(task);
  },
  configuration: async () => {
    const { readFiles } = await import('#desk/eligibility/configuration-files.ts');
    const { configurationEvidence } = await import('#desk/eligibility/configuration.ts');
    type Input = {
      readonly files: Parameters<typeof readFiles>[0];
      readonly id: string;
      readonly dataDir: string;
    };
    return async ({ files, id, dataDir }: Input) =>
      configurationEvidence(await readFiles(files, dataDir), id);
  },
  'exec-report': async () => (await import('#desk/eligibility/test-runs/read-report.ts')).readExecReport,
  'rewrite-database': async () => (await import('#base/store/sqlite/rewrite-database.ts')).rewriteDatabase,
  'copy-database': async () => (await import('#base/store/sqlite/copy-database.ts')).copyDatabase,
  json: async () => {
    const { parseBody } = await import('#base/http/parse-body.ts');
    return ({ body, mostValues }: { body: Uint8Array; mostValues: number }) => parseBody(body, mostValues);
  },
  keys: async () => {
    const { serveKeys } = await import('#desk/eligibility/source/keys-thread.ts');
    return (task: KeysTask) => serveKeys(task);
  },
  parity: async () => {
    const { readRecordings } = await import('#desk/cutover/parity/recordings/read-recordings.ts');
    return (task: ParityTask, port) => readRecordings(task, port.progress);
  },
  'rules-file': async () => {
    const { readRulesFile } = await import('#desk/eligibility/configuration-files.ts');
    const { recipesFor } = await import('#desk/eligibility/recipes.ts');
    type Input = { readonly path: string; readonly dataDir: string };
    return async ({ path, dataDir }: Input) => recipesFor(await readRulesFile(path, dataDir));
  },
  source: async () => {
    const { readSource } = await import('#desk/eligibility/source/scan.ts');
    return (task: SourceTask, port) => readSource(task, port.progress);
  },
  'syncing-list': async () => {
    const { readSyncingList } = await import('#desk/tokens/managed/syncing-list.ts');
    type Input = { readonly content: string; readonly companies: Parameters<typeof readSyncingList>[1] };
    return ({ content, companies }: Input) => readSyncingList(content, companies);
  },
  'table-sizes': async () => (await import('#base/store/sqlite/table-sizes.ts')).tableSizes,
  tokens: async () => {
    const { readImport } = await import('#desk/tokens/import/read-import.ts');
    return (task: ImportTask, port) => readImport(task, (rows, soFar) => port.part({ rows, soFar }));
  },
  traffic: async () => {
    const { readLogs } = await import('#desk/eligibility/traffic/read.ts');
    return (task: TrafficTask, port) => readLogs(task, port.progress);
  },
});
