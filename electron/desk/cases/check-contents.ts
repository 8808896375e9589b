import { hash } from 'node:crypto';
import type { CaseActionOf, ChainCheck } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { EntryRow, HeadRow } from '#desk/store/case-chain.ts';
import type { AttachmentRow } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { openStoredFile } from './attachments.ts';
import { importsOf } from './imports.ts';
import type { CaseState } from './state.ts';
import { summaryOf } from './views.ts';
import { foldWhole } from './whole-chain.ts';

type Problems = ChainCheck['problems'];

/** What is derived from a chain that holds, or named in it by its hash, and kept elsewhere. */
export const contentProblems = (
  context: DeskContext,
  head: HeadRow,
  rows: readonly EntryRow[],
  files: readonly AttachmentRow[],
): Problems => {
  try {
    const state = foldWhole(context, head, rows);
    return [...summaryProblems(head, state), ...attachmentProblems(context, head, state, rows, files)];
  } catch (error) {
    if (error instanceof CatalogueError) return [{ what: error.message }];
    throw error;
  }
};

const summaryProblems = ({ summary }: HeadRow, state: CaseState): Problems => {
  const said = summaryOf(state);
  // A head that was written before each part had a next step does not tell of them, nor of the cutover.
  const { cutOver: _, ...uncut } = said;
  const { nextSteps: _next, ...before } = uncut;
  return [said, uncut, before].some((one) => summary === JSON.stringify(one))
    ? []
    : [{ what: 'The list of cases does not match the chain.' }];
};

const attachmentProblems = (
  context: DeskContext,
  head: HeadRow,
  { attachments }: CaseState,
  rows: readonly EntryRow[],
  files: readonly AttachmentRow[],
): Problems => {
  const stored = new Map(files.map((file) => [file.digest, file]));
  const problems: Problems = [];
  for (const { id, name, digest, erased } of attachments) {
    const file = stored.get(digest);
    const content = file && openStoredFile(context, file);
    if (content === undefined) {
      if (erased) continue;
      // What came from elsewhere may have been left out there, as it holds secrets; or its key is lost since.
      if (!isImported(head, seqOf(id, rows))) problems.push({ what: `The attachment "${name}" is missing.` });
    } else if (hash('sha256', content) !== digest) {
      problems.push({ what: `The attachment "${name}" was changed.` });
    }
  }
  const named = new Set(attachments.map(({ digest }) => digest));
  for (const digest of stored.keys()) {
    if (!named.has(digest)) problems.push({ what: `Unexpected file (${digest}) without an attachment.` });
  }
  return problems;
};

const isImported = (head: HeadRow, seq: number): boolean =>
  importsOf(head).some(({ from, upTo }) => seq >= from && seq <= upTo);

/** The entry that added the attachment. */
const seqOf = (attachmentId: string, rows: readonly EntryRow[]): number =>
  rows.find(
    ({ kind, content }) =>
      kind === 'attachment.added' &&
      (JSON.parse(content) as CaseActionOf<'attachment.added'>['content']).attachment.id === attachmentId,
  )?.seq ?? 0;
