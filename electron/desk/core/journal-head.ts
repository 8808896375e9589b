import { existsSync, readFileSync } from 'node:fs';
import { canonical } from '#base/canonical.ts';
import { type Cancel, systemTime, toIso } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { isSignedBy, type PublicKey, type Signer } from '#base/signing.ts';
import { writeJsonAtomically } from '#base/write-atomically.ts';
import type { HeadFinding, JournalPoint } from '#contract/journal.ts';
import { jsonText, type KeptTexts } from './kept-texts.ts';

/**
 * The journal's newest head, kept in `journal.head` beside `desk.db`, so that an older or another `desk.db` shows. Where a
 * server keeps the store, each process keeps the head in a file of its own machine: what is on the server goes back with
 * the rest of it. There it is kept, too, as each start left it, for processes that have no file yet.
 * Written once the log of a commit that appended to the journal is on disk: after a crash or a power cut the journal may
 * be ahead of it, never behind.
 * What the journal was to contain and did not stays in the file as a finding until a person deals with it, whatever is
 * appended meanwhile.
 */
export interface HeadFile {
  /** `seq` 0 and no digest: the journal is about to be opened. */
  readonly head: JournalPoint;
  readonly findings: readonly HeadFinding[];
  /** When it was written; UTC, ISO 8601. */
  readonly at: string;
}

interface SignedHeadFile extends HeadFile {
  readonly version: 1;
  /** Absent before there is a key to sign with: then `code` is a keyed code. */
  readonly signer?: PublicKey;
  readonly signature?: string;
  readonly code?: string;
}

export interface ReadHeadFile extends HeadFile {
  /** Whose signature it has; undefined for the one that was written before there was a key. */
  readonly signer: PublicKey | undefined;
  /** What the server's says besides, which the journal must contain as well. */
  readonly shared?: { readonly head: JournalPoint; readonly signer: PublicKey | undefined };
}

export interface JournalHead {
  /** What the file says; `missing`, or `changed` where its signature does not hold or it can't be read. */
  read(): ReadHeadFile | 'missing' | 'changed';
  /** Replaces the file. A crash leaves the one or the other, whole. @throws Error of the file system */
  write(file: Pick<HeadFile, 'head' | 'findings'>): void;
  /** Replaces what the server has; nothing to do where there is none. @throws what the store throws */
  share(file: Pick<HeadFile, 'head' | 'findings'>): Promise<void>;
  /**
   * After a commit and its sync: the journal went on from `before` to `after`. Never throws: what is committed is committed, and the
   * journal may be ahead of the file.
   */
  advance(before: JournalPoint, after: JournalPoint): void;
  /** Calls `listener` after each entry of the journal, once that survives a power cut. */
  onAdvance(listener: (head: JournalPoint) => void): Cancel;
}

export const journalStart: JournalPoint = { seq: 0, digest: '' };

/** Where an entry of the journal stands; the start where there is none. */
export const pointOf = (row: JournalPoint | undefined): JournalPoint =>
  row === undefined ? journalStart : { seq: row.seq, digest: row.digest };

export interface JournalHeadParts {
  readonly kept: Pick<KeptTexts, 'headFile' | 'sharedHead'>;
  readonly signer: Signer;
  readonly authenticate: (purpose: string, text: string) => string;
  readonly log: Log;
}

export const createJournalHead = ({ kept, signer, authenticate, log }: JournalHeadParts): JournalHead => {
  const { headFile: path, sharedHead } = kept;
  /** What the file says as far as this process wrote or took it over. */
  let current: Pick<HeadFile, 'head' | 'findings'> | undefined;
  const listeners = new Set<(head: JournalPoint) => void>();

  const checked = (text: string | undefined): ReadHeadFile | 'missing' | 'changed' => {
    if (text === undefined) return 'missing';
    const file = parsed(text);
    if (file === undefined) return 'changed';
    const { version: _, signer: by, signature, code, ...rest } = file;
    if (by === undefined) {
      const isFirst = file.head.seq === 0 && code === authenticate('journal head', canonical(rest));
      return isFirst ? { ...rest, signer: undefined } : 'changed';
    }
    const isSigned = isSignedBy(by, 'journal head', canonical(rest), signature ?? '');
    return isSigned ? { ...rest, signer: by } : 'changed';
  };

  const read: JournalHead['read'] = () => {
    const own = checked(readText(path));
    if (sharedHead === undefined || own === 'changed') return own;
    const shared = checked(sharedHead.read());
    return own === 'missing' ? shared : joined(own, shared);
  };

  const signed = ({ head, findings }: Pick<HeadFile, 'head' | 'findings'>): SignedHeadFile => {
    const file: HeadFile = { head, findings, at: toIso(systemTime.now()) };
    const signature = signer.sign('journal head', canonical(file));
    return { version: 1, ...file, signer: signer.publicKey, signature };
  };

  const write: JournalHead['write'] = (file) => {
    writeJsonAtomically(path, signed(file));
    current = { head: file.head, findings: file.findings };
  };

  const notShared = (err: unknown): void =>
    log.error({ err }, 'desk: the head of the journal could not be written on the server');
  const share: JournalHead['share'] = async (file) => sharedHead?.write(jsonText(signed(file)));

  return {
    read,
    write,
    share,
    advance(before, after) {
      try {
        const at = toIso(systemTime.now());
        const found = current === undefined ? foundIn(read(), before, at) : swapped(current, before, at);
        const isNew = current !== undefined && found.length > current.findings.length;
        const next = { head: after, findings: found.slice(0, keptFindings) };
        write(next);
        if (isNew) share(next).catch(notShared);
      } catch (err) {
        log.error({ err, path }, 'desk: the head of the journal could not be written beside desk.db');
      }
      for (const listener of listeners) listener(after);
    },
    onAdvance(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/**
 * What either says. A finding is told to the server when it is found: one that the server has no more was dealt with
 * since, on another machine.
 */
const joined = (own: ReadHeadFile, shared: ReadHeadFile | 'missing' | 'changed'): ReadHeadFile => {
  if (typeof shared === 'string') {
    const isKnown = own.findings.some(({ what }) => what === shared);
    return isKnown ? own : { ...own, findings: [...own.findings, { what: shared, at: own.at }] };
  }
  const { head, signer, findings } = shared;
  const told = findings.map((one) => JSON.stringify(one));
  const untold = own.findings.filter((one) => one.at > shared.at && !told.includes(JSON.stringify(one)));
  return { ...own, findings: [...untold, ...findings], shared: { head, signer } };
};

/** The first ones: they are what is to be explained. */
const keptFindings = 50;

/** What this process wrote last is what it appends to: anything else was put there by hand meanwhile. */
const swapped = (
  { head, findings }: Pick<HeadFile, 'head' | 'findings'>,
  before: JournalPoint,
  at: string,
): readonly HeadFinding[] =>
  isSame(head, before) ? findings : [...findings, { what: 'not-contained', expected: head, at }];

/** Where the file was not checked before: what shows without reading the journal. */
const foundIn = (
  file: ReturnType<JournalHead['read']>,
  before: JournalPoint,
  at: string,
): readonly HeadFinding[] => {
  if (file === 'missing' || file === 'changed') return before.seq === 0 ? [] : [{ what: file, at }];
  const isBehind = file.head.seq < before.seq || isSame(file.head, before);
  return isBehind ? file.findings : [...file.findings, { what: 'not-contained', expected: file.head, at }];
};

export const isSame = (one: JournalPoint, other: JournalPoint): boolean =>
  one.seq === other.seq && one.digest === other.digest;

/**
 * Before the first key of a desk is made: says that its journal is still to be opened, so that a journal without its head
 * shows from the first entry on.
 */
export const markBeginning = async (
  { identity, headFile, sharedHead }: KeptTexts,
  authenticate: JournalHeadParts['authenticate'],
): Promise<void> => {
  if (identity.read() !== undefined) return;
  if ((sharedHead === undefined ? readText(headFile) : sharedHead.read()) !== undefined) return;
  const file: HeadFile = { head: journalStart, findings: [], at: toIso(systemTime.now()) };
  const marked = { version: 1, ...file, code: authenticate('journal head', canonical(file)) };
  if (sharedHead === undefined) writeJsonAtomically(headFile, marked);
  else await sharedHead.write(jsonText(marked));
};

const readText = (path: string): string | undefined => {
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const parsed = (text: string): SignedHeadFile | undefined => {
  try {
    const file = JSON.parse(text) as SignedHeadFile;
    const { head, findings } = file;
    return Number.isInteger(head.seq) && typeof head.digest === 'string' && Array.isArray(findings)
      ? file
      : undefined;
  } catch {
    return undefined;
  }
};
