import { systemTime, toIso } from '#base/clock.ts';
import type { PublicKey } from '#base/signing.ts';
import type { HeadFinding, JournalPoint } from '#contract/journal.ts';
import { isSame, journalStart, pointOf } from '#desk/core/journal-head.ts';
import { program } from '#desk/core/program.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { ensureJournal, readJournalEnd, readJournalEntry } from '#desk/store/journal.ts';
import type { DeskStore, Reader } from '#desk/store/store.ts';
import { isLinked } from './check-journal.ts';
import { createJournal } from './journal.ts';
import { readSigners } from './signers.ts';

/** Whether the journal has an entry of that number with that digest, which follows from the one before it. */
const contains = async (reader: Reader, { seq, digest }: JournalPoint): Promise<boolean> => {
  if (seq === 0) return true;
  const row = await readJournalEntry(reader, seq);
  if (row === undefined || row.digest !== digest) return false;
  const before = seq === 1 ? journalStart : await readJournalEntry(reader, seq - 1);
  return before !== undefined && isLinked(before.digest, row);
};

export interface CheckedHead {
  readonly findings: readonly HeadFinding[];
  /** The head of another `desk.db` that was there for a while, and has been put back since. */
  readonly left?: JournalPoint;
}

type IsOwn = (publicKey: PublicKey) => boolean;

/** Whether a key is or was this data folder's. */
export const ownKeyCheck = async (context: Pick<DeskContext, 'identity'>, reader: Reader): Promise<IsOwn> => {
  const { former } = await readSigners(context, reader);
  return (key) => key === context.identity.publicKey || former.some(({ publicKey }) => publicKey === key);
};

/** Holds the journal against its head outside `desk.db`. It must contain that head, and may be ahead of it. */
export const checkHead = async (
  { journalHead }: Pick<DeskContext, 'journalHead'>,
  reader: Reader,
  isOwn: IsOwn,
): Promise<CheckedHead> => {
  const at = toIso(systemTime.now());
  const file = journalHead.read();
  if (file === 'missing' || file === 'changed') return { findings: [{ what: file, at }] };
  const signers = [file.signer, file.shared?.signer];
  if (signers.some((key) => key !== undefined && !isOwn(key))) return { findings: [{ what: 'changed', at }] };

  const before = file.findings.filter((one) => one.what !== 'not-contained');
  const still: HeadFinding[] = [...before];
  let explained = 0;
  for (const one of file.findings) {
    if (one.what !== 'not-contained') continue;
    if (await contains(reader, one.expected)) explained += 1;
    else still.push(one);
  }
  const isAstray = still.some((one) => one.what === 'not-contained');
  // What was appended while another file was there is that file's, and goes with it.
  if (isAstray) return { findings: still };
  if (await contains(reader, file.head)) {
    const { head = journalStart } = file.shared ?? {};
    const isHere = await contains(reader, head);
    return { findings: isHere ? still : [...still, { what: 'not-contained', expected: head, at }] };
  }
  if (explained > 0) return { findings: still, left: file.head };
  return { findings: [...still, { what: 'not-contained', expected: file.head, at }] };
};

/** Whether nothing was ever appended. A table that was taken away is empty, too. */
export const isJournalEmpty = ({ write }: Pick<DeskStore, 'write'>): Promise<boolean> =>
  write(async (tx) => {
    await ensureJournal(tx);
    return (await readJournalEnd(tx)) === undefined;
  });

/**
 * At the start, before anything is appended: what is wrong with the journal's head is kept in the file, and said in the
 * log. A journal whose table was removed starts again, which shows.
 */
export const beginJournal = async (
  context: DeskContext,
  lost: 'nothing' | 'data key' | 'signing key' = 'nothing',
): Promise<void> => {
  const { store, journalHead, log } = context;
  const { findings, left, end } = await store.write(async (tx) => {
    await ensureJournal(tx);
    // The key that signed the file before may be lost, and the journal does not tell of it yet.
    const isOwn = lost === 'nothing' ? await ownKeyCheck(context, tx) : () => true;
    return { ...(await checkHead(context, tx, isOwn)), end: await readJournalEnd(tx) };
  });
  const file = journalHead.read();
  const head = pointOf(end);
  const isKept = typeof file !== 'string' && isSame(file.head, head) && sameFindings(file.findings, findings);
  // First: what is found is said on the server before this machine forgets the head that shows it.
  await journalHead.share({ head, findings });
  if (!isKept) journalHead.write({ head, findings });
  for (const finding of findings) {
    log.error({ finding }, `desk: ${formatHead(finding)}`);
  }
  if (left !== undefined) {
    await store.write((tx) =>
      createJournal(context).append(tx, program, { kind: 'desk.returned', content: { left } }),
    );
  }
};

const sameFindings = (one: readonly HeadFinding[], other: readonly HeadFinding[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What a finding says, as sentences. */
export const formatHead = (finding: HeadFinding): string => {
  switch (finding.what) {
    case 'not-contained':
      return `The desk database (desk.db) is not the last one written: its journal lacks entry ${finding.expected.seq} (digest ${finding.expected.digest}). The file was replaced by an older or another one, or entries were removed.`;
    case 'missing':
      return 'The file journal.head, which identifies the latest desk database, was missing.';
    case 'changed':
      return 'The file journal.head, which identifies the latest desk database, was changed or signed by a foreign key.';
  }
};
