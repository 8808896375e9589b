import { CatalogueError } from '#contract/errors.ts';
import { caseNotesIn } from '#desk/journal/case-notes.ts';
import { type HeadRow, readEntries, readHead } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal } from '#desk/store/journal.ts';
import { readReadableEntries, unlessDamaged } from '#desk/store/readable-rows.ts';
import type { Reader } from '#desk/store/store.ts';
import { sealHead } from './chain.ts';
import { checkSignatures } from './signatures.ts';
import { type SoundPart, soundPartOf } from './sound-part.ts';
import { foldWhole } from './whole-chain.ts';

/** What of a case goes into its file. */
export interface ExportedPart extends SoundPart {
  /** What the head says; of one that is missing or was changed, no more than the case's id. */
  readonly head: Pick<HeadRow, 'case_id' | 'imported'>;
  /** How many entries the case is known to have had; undefined where the whole case is wanted. */
  readonly known?: number;
}

/**
 * Out of the table, not out of memory: what was tampered with must not leave as if it were whole.
 * @throws CatalogueError `case.notFound`, `case.damaged`
 */
export const readWhole = async (
  context: DeskContext,
  reader: Reader,
  caseId: string,
): Promise<ExportedPart> => {
  const head = await readHead(reader, caseId);
  if (head === undefined) throw new CatalogueError('case.notFound', { reference: caseId });
  const rows = await readEntries(reader, caseId, 0);
  const state = foldWhole(context, head, rows);
  const { digests, problems } = checkSignatures(caseId, rows);
  const [problem] = problems;
  if (problem !== undefined) throw new CatalogueError('case.damaged', { caseId, problem: problem.what });
  return { head, rows, digests, state };
};

/** @throws CatalogueError `case.notFound`, `case.nothingSound` */
export const readSoundPart = async (
  context: DeskContext,
  reader: Reader,
  caseId: string,
): Promise<ExportedPart> => {
  const head = await unlessDamaged(() => readHead(reader, caseId));
  const { rows, isDamaged } = await readReadableEntries(reader, caseId);
  if (head === undefined && rows.length === 0 && !isDamaged) {
    throw new CatalogueError('case.notFound', { reference: caseId });
  }
  const isSealed = head !== undefined && sealHead(caseId, head, context.authenticate) === head.seal;
  const known = Math.max(
    rows.at(-1)?.seq ?? 0,
    isSealed ? head.seq : 0,
    await lastNoted(context, reader, caseId),
  );
  const part = soundPartOf(context, caseId, head, rows);
  const why = isDamaged && part.rows.length === rows.length ? unreadAfter(rows.length) : part.why;
  return {
    ...part,
    head: { case_id: caseId, imported: isSealed ? head.imported : null },
    known,
    ...((why ?? known > rows.length) ? { why: why ?? unnoted(known) } : {}),
  };
};

const unreadAfter = (seq: number): string => `Entry ${seq + 1} can't be read: a page of desk.db is damaged.`;

const unnoted = (known: number): string => `The journal of this data folder names ${known} entries.`;

/** The last entry that the journal of this data folder names; 0 if there is none, or it can't be read. */
const lastNoted = async (context: DeskContext, reader: Reader, caseId: string): Promise<number> => {
  const journal = await unlessDamaged(() => readJournal(reader));
  const notes = journal && caseNotesIn(journal, context.identity.publicKey, caseId);
  return notes?.heads.at(-1)?.seq ?? 0;
};
