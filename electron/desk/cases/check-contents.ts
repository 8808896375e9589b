import { hash } from 'node:crypto';
import type { CaseActionOf, ChainCheck } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { EntryRow, HeadRow } from '#desk/store/case-chain.ts';
import type { AttachmentRow } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { openStoredFile } from './attachments.ts';
import { importsOf } from './imports.ts';
import type { CaseState } from './state.ts';
import { earlierSummariesOf, summaryOf } from './views.ts';
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
  return [summaryOf(state), ...earlierSummariesOf(state)].some((one) => summary === JSON.stringify(one))
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
  for (const attachment of attachments) {
    const file = stored.get(attachment.digest);
    const fault = evidenceFault(attachment, file && openStoredFile(context, file), head, rows);
    if (fault !== undefined) problems.push({ what: `The attachment "${attachment.name}" ${fault}.` });
  }
  const named = new Set(attachments.map(({ digest }) => digest));
  for (const digest of stored.keys()) {
    if (!named.has(digest)) problems.push({ what: `Unexpected file (${digest}) without an attachment.` });
  }
  return problems;
};

/** What is wrong with a stored attachment, such as "was changed". @param content undefined if there is none that opens */
export const evidenceFault = (
  { id, digest, erased }: CaseState['attachments'][number],
  content: Buffer | undefined,
  head: Pick<HeadRow, 'imported'>,
  rows: readonly EntryRow[],
): string | undefined => {
  if (content !== undefined) return hash('sha256', content) === digest ? undefined : 'was changed';
  // What came from elsewhere may have been left out there, as it holds secrets; or its key is lost since.
  return erased || isImported(head, seqOf(id, rows)) ? undefined : 'is missing';
};

const isImported = (head: Pick<HeadRow, 'imported'>, seq: number): boolean =>
  importsOf(head).some(({ from, upTo }) => seq >= from && seq <= upTo);

/** The entry that added the attachment. */
const seqOf = (attachmentId: string, rows: readonly EntryRow[]): number =>
  rows.find(
    ({ kind, content }) =>
      kind === 'attachment.added' &&
      (JSON.parse(content) as CaseActionOf<'attachment.added'>['content']).attachment.id === attachmentId,
  )?.seq ?? 0;
