import { capitalized } from '#contract/format.ts';
import type { FoldedStream, JournalFold } from '#desk/journal/fold.ts';
import { type AuditStreamRow, deleteAuditStream, readAuditStreams } from '#desk/store/audit-streams.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import { noteOf, openedProgress, openedSettings, type StreamProgress } from './stream.ts';

type Keys = Pick<DeskContext, 'sealer' | 'authenticate'>;

/** The streams in the database, compared with what the journal tells of them. Source: `docs/reference/rules/audit.md#changes-of-streams`. */
export const createStreamCheck = (keys: Keys) => ({
  async problems(reader: Reader, told: JournalFold['streams']): Promise<string[]> {
    const rows = new Map((await readAuditStreams(reader)).map((row) => [row.id, row]));
    const known = [...told].flatMap(([id, stream]) => problemsOf(keys, stream, rows.get(id)));
    const unknown = [...rows.keys()].filter((id) => !told.has(id));
    return [...known, ...unknown.map(addedText)];
  },
  /** Removes rows that the journal does not tell of: nothing was ever sent for them. */
  async dropUnknown(tx: Tx, told: JournalFold['streams']): Promise<void> {
    for (const { id } of await readAuditStreams(tx)) if (!told.has(id)) await deleteAuditStream(tx, id);
  },
});

const addedText = (id: string): string =>
  `An audit stream (${id.slice(0, 8)}) is not one of the journal: it was added outside Carryover, or put back after its removal. Nothing is sent for it.`;

const problemsOf = (keys: Keys, told: FoldedStream, row: AuditStreamRow | undefined): string[] => {
  const { note, at, isKeyLost } = told;
  const named = `the audit stream "${note.name}" (${note.origin})`;
  const mend = 'Nothing is sent for it. Remove it and add it again.';
  if (row === undefined) return [`${capitalized(named)} was removed outside Carryover. ${mend}`];
  const settings = openedSettings(keys, row);
  const progress = openedProgress(keys, row);
  const problems: string[] = [];
  const isUnreadable = settings === undefined && isKeyLost;
  if (!isUnreadable && (settings === undefined || noteOf(keys, row.id, settings).settings !== note.settings))
    problems.push(`The settings of ${named} were changed or put back. ${mend}`);
  if (progress === undefined && !isUnreadable) problems.push(`The position of ${named} was changed. ${mend}`);
  if (progress !== undefined && isAtRest(progress) !== mayRest(told))
    problems.push(`The position of ${named} was put back to an older one. ${mendRest(progress)}`);
  if (row.created !== Date.parse(at)) problems.push(`The date of ${named} was changed.`);
  return problems;
};

/** One that is paused, or removed, has a last entry. */
const isAtRest = ({ until }: StreamProgress): boolean => until !== undefined;
const mayRest = ({ note, isRemoved }: FoldedStream): boolean => note.paused || isRemoved;

const mendRest = (progress: StreamProgress): string =>
  isAtRest(progress)
    ? 'It sends nothing more, although it is not paused: resume it.'
    : 'It sends, although it is paused: pause it again.';
