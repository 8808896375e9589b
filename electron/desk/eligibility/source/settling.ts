import type { ReviewCause } from '#contract/eligibility.ts';
import { type Candidates, createCandidates, definersOf, isMentioned, mayNameHeader } from './candidates.ts';
import { inspect, prepareInspection } from './inspect.ts';
import { createKeysThread, type KeysThread } from './keys-thread.ts';
import type { SettledFile } from './mentions/ledger.ts';
import { plainReasons } from './mentions/plain-reasons.ts';
import { languageNameOf } from './syntax/grammars.ts';
import { createModelReader, readModels } from './syntax/read.ts';
import { createCodeBase } from './values/code-base.ts';

/**
 * Files with mentions, each inspected with what the others define.
 * @param dataDir where a user's own recognizers may be; without it, only those of the program are known
 * @param thread finds the part that needs no other file
 * @param settle called for every file with a mention; `inspectFile` inspects it, and may throw on what no recognizer copes with
 */
export const createSettling = (
  dataDir: string | undefined,
  settle: (path: string, inspectFile: () => SettledFile) => void,
  thread: KeysThread = createKeysThread(dataDir),
): Candidates => {
  const models = createModelReader();
  return createCandidates(
    ({ path, text, found }, mentions, loose, codeBase, keys) =>
      settle(path, () => {
        const subjects = new Set(mentions.map(({ subject }) => subject));
        if (found.loose.length > 0) subjects.add('alerts-endpoints');
        const context = { ...(codeBase && { codeBase }), ...(keys && { keys }), subjects, read: models.take };
        const { findings, explanations } = inspect(path, text, context);
        const unsettled: ReviewCause =
          languageNameOf(path) === undefined ? 'unknown-language' : 'not-recognized';
        return {
          path,
          text,
          mentions,
          inspection: { findings, explanations: [...explanations, ...plainReasons(text, mentions, loose)] },
          causeOf: (mention) => (loose.has(mention) ? 'other-part' : unsettled),
        };
      }),
    async (all, onProgress) => {
      await prepareInspection(dataDir);
      // What holds no mention is not inspected again.
      const inspected = new Set(all.filter(isMentioned).map(({ path }) => path));
      const keep: typeof models.keep = (path, ...file) => {
        onProgress();
        return inspected.has(path) ? models.keep(path, ...file) : readModels(path, ...file);
      };
      return createCodeBase(definersOf(all), keep, all.filter(mayNameHeader));
    },
    thread,
  );
};
