import type { CaseActionOf } from '#contract/case.ts';
import type { Erasure, ErasureRequest } from '#contract/erasure.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { EntryRow } from '#desk/store/case-chain.ts';
import { actionOf } from './chain.ts';
import { erasureKind } from './erasures.ts';
import { excerptPaths, isDerived, mentions, type Remaining, remainingOf } from './remaining.ts';

/** What an erasure does to each entry, before anything is done. */
export interface ErasurePlan {
  readonly entries: readonly (Remaining & { readonly row: EntryRow; readonly why: 'asked' | 'copy' })[];
  readonly attachments: Erasure['attachments'];
  /** Of the attachments. */
  readonly digests: readonly string[];
  readonly mentions: readonly number[];
}

type Planned = ErasurePlan['entries'][number];
type Added = CaseActionOf<'attachment.added'>['content']['attachment'];

/** Shorter texts would be found by chance. */
const shortestCopy = 4;

/** @throws CatalogueError `case.noSuchEntry`, `attachment.notFound`, `request.invalid` */
export const planErasure = (rows: readonly EntryRow[], request: ErasureRequest): ErasurePlan => {
  const attachments = attachmentsOf(rows, request.attachments ?? []);
  const digests = new Set(attachments.map(({ digest }) => digest));
  const asked = rows.flatMap((row): Planned[] => {
    const remaining = askedOf(row, request, digests);
    return remaining === undefined || remaining.texts.length === 0
      ? []
      : [{ ...remaining, row, why: 'asked' }];
  });
  const texts = asked.flatMap((one) => one.texts).filter((text) => text.length >= shortestCopy);
  const seqs = new Set(asked.map(({ row }) => row.seq));
  const others = rows.filter(({ seq, kind }) => !seqs.has(seq) && kind !== erasureKind);
  const isExcerpts = request.excerptsBefore !== undefined;
  const copies = isExcerpts ? [] : others.flatMap((row) => copyOf(row, texts));
  const copied = new Set(copies.map(({ row }) => row.seq));
  return {
    entries: [...asked, ...copies].sort((one, other) => one.row.seq - other.row.seq),
    attachments: attachments.map(({ id, name, size }) => ({ id, name, size })),
    digests: [...digests],
    mentions: others
      .filter(({ seq, content }) => !copied.has(seq) && mentions(content, texts))
      .map(({ seq }) => seq),
  };
};

const askedOf = (
  row: EntryRow,
  { entries, notes, contacts, excerptsBefore }: ErasureRequest,
  digests: ReadonlySet<string>,
): Remaining | undefined => {
  const { seq, kind, at } = row;
  if (entries?.includes(seq)) {
    if (kind === erasureKind) throw refused(`Entry ${seq} says what was erased: it holds nothing personal.`);
    return remainingOf(actionOf(row));
  }
  const isAsked =
    (notes && kind.startsWith('note.')) ||
    (contacts && kind.startsWith('contact.')) ||
    (kind === 'attachment.added' && digests.has(addedBy(row).digest));
  if (isAsked) return remainingOf(actionOf(row));
  const isOld = excerptsBefore !== undefined && Date.parse(at) < Date.parse(excerptsBefore);
  return isOld && kind === 'evidence.added' ? remainingOf(actionOf(row), excerptPaths) : undefined;
};

const copyOf = (row: EntryRow, texts: readonly string[]): Planned[] => {
  if (!isDerived(row.kind)) return [];
  const remaining = remainingOf(actionOf(row), undefined, (one) => texts.some((text) => one.includes(text)));
  return remaining.texts.length === 0 ? [] : [{ ...remaining, row, why: 'copy' }];
};

const addedBy = ({ content }: EntryRow): Added =>
  (JSON.parse(content) as CaseActionOf<'attachment.added'>['content']).attachment;

/** All of the same content: there is only one of it. */
const attachmentsOf = (rows: readonly EntryRow[], references: readonly string[]): Added[] => {
  const added = rows.filter(({ kind }) => kind === 'attachment.added').map(addedBy);
  const digests = new Set<string>();
  for (const reference of references) {
    const found = added.filter(({ id, name }) => id === reference || name === reference);
    if (found.length === 0) throw new CatalogueError('attachment.notFound', { id: reference });
    for (const { digest } of found) digests.add(digest);
  }
  return added.filter(({ digest }) => digests.has(digest));
};

/** @throws CatalogueError where nothing is named, or an entry that is not there */
export const checkErasure = (request: ErasureRequest, last: number): void => {
  const { entries = [], notes, contacts, attachments = [], excerptsBefore, reason, dryRun } = request;
  const missing = entries.find((seq) => seq > last);
  if (missing !== undefined) throw new CatalogueError('case.noSuchEntry', { seq: missing, last });
  if (entries.length + attachments.length === 0 && !notes && !contacts && excerptsBefore === undefined) {
    throw refused('Say what to erase: entries, notes, contacts, attachments or excerptsBefore.');
  }
  if (!dryRun && reason === undefined) throw refused('reason is missing: it is recorded.', 'reason');
};

const refused = (message: string, itemId = 'entries'): CatalogueError =>
  invalid({ itemId, message, validatorName: 'erasure' });
