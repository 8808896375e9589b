import { hash } from 'node:crypto';
import type { CaseFile, SecretBundle } from '#contract/case-file.ts';
import { CatalogueError } from '#contract/errors.ts';
import { attachmentLimit, attachmentsLimit, resultsLimit } from './attachments.ts';
import type { CaseState } from './state.ts';

/**
 * Checks the attachments of a case file: each is what its hash says, is named by the case, and none is missing
 * that was not left out.
 * @param state the case that the file's chain makes
 * @throws CatalogueError `caseFile.damaged`
 */
export const checkFileContents = (
  file: CaseFile,
  bundle: SecretBundle | undefined,
  state: CaseState,
): void => {
  const all = [...file.attachments, ...(bundle?.attachments ?? [])];
  refuseForeign(all, state);
  if (file.sealed !== undefined && bundle === undefined) return;
  const there = new Set(all.map(({ digest }) => digest));
  const leftOut = new Set<string | undefined>(file.leftOut.attachments);
  for (const { attachment } of file.cut?.missing ?? []) leftOut.add(attachment);
  const missing = state.attachments.find(
    ({ name, digest, erased }) => !erased && !there.has(digest) && !leftOut.has(name),
  );
  if (missing !== undefined) throw damaged(`the attachment "${missing.name}" is not in it`);
};

/** Changed, unnamed, or too large. */
const refuseForeign = (all: CaseFile['attachments'], state: CaseState): void => {
  const named = new Set(state.attachments.map(({ digest }) => digest));
  const results = resultsIn(state);
  let total = 0;
  for (const { digest, content } of all) {
    const bytes = Buffer.from(content, 'base64');
    const isResults = results.has(digest);
    if (!isResults) total += bytes.length;
    // One way to write it down: whoever reads base64 leniently would not see that a byte of the file was changed.
    if (hash('sha256', bytes) !== digest || bytes.toString('base64') !== content) {
      throw damaged(`the attachment ${digest} was changed`);
    }
    if (!named.has(digest)) throw damaged(`it holds a file (${digest}) that no attachment names`);
    if (bytes.length > (isResults ? resultsLimit : attachmentLimit) || total > attachmentsLimit) {
      throw damaged(
        `its attachments are larger than ${attachmentLimit} bytes each, ${attachmentsLimit} together, or the results of a run larger than ${resultsLimit}`,
      );
    }
  }
};

/** Of the attachments that hold what a run came to. */
const resultsIn = ({ attachments, tokenRuns }: CaseState): Set<string> => {
  const ids = new Set(tokenRuns.map(({ ended }) => ended?.results));
  return new Set(attachments.filter(({ id }) => ids.has(id)).map(({ digest }) => digest));
};

const damaged = (problem: string): CatalogueError => new CatalogueError('caseFile.damaged', { problem });
