import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonical } from '#base/canonical.ts';
import { systemTime, toIso } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { isSignedBy, type PublicKey, type Signer } from '#base/signing.ts';
import { writeJsonAtomically } from '#base/write-atomically.ts';
import type { HeadFinding, JournalPoint } from '#contract/journal.ts';
import { identityFile } from './identity-file.ts';

/**
 * The journal's newest head, kept in `journal.head` beside `desk.db`, so that an older or another `desk.db` shows.
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
}

export interface JournalHead {
  /** What the file says; `missing`, or `changed` where its signature does not hold or it can't be read. */
  read(): ReadHeadFile | 'missing' | 'changed';
  /** Replaces the file. A crash leaves the one or the other, whole. @throws Error of the file system */
  write(file: Pick<HeadFile, 'head' | 'findings'>): void;
  /**
   * After a commit and its sync: the journal went on from `before` to `after`. Never throws: what is committed is committed, and the
   * journal may be ahead of the file.
   */
  advance(before: JournalPoint, after: JournalPoint): void;
}

export const journalStart: JournalPoint = { seq: 0, digest: '' };

export const headFile = (dataDir: string): string => join(dataDir, 'journal.head');

export interface JournalHeadParts {
  readonly dataDir: string;
  readonly signer: Signer;
  readonly authenticate: (purpose: string, text: string) => string;
  readonly log: Log;
}

export const createJournalHead = ({ dataDir, signer, authenticate, log }: JournalHeadParts): JournalHead => {
  const path = headFile(dataDir);
  /** What the file says as far as this process wrote or took it over. */
  let current: Pick<HeadFile, 'head' | 'findings'> | undefined;

  const read: JournalHead['read'] = () => {
    if (!existsSync(path)) return 'missing';
    const file = parsed(path);
    if (file === undefined) return 'changed';
    const { version: _, signer: by, signature, code, ...rest } = file;
    if (by === undefined) {
      const isFirst = file.head.seq === 0 && code === authenticate('journal head', canonical(rest));
      return isFirst ? { ...rest, signer: undefined } : 'changed';
    }
    const isSigned = isSignedBy(by, 'journal head', canonical(rest), signature ?? '');
    return isSigned ? { ...rest, signer: by } : 'changed';
  };

  const write: JournalHead['write'] = ({ head, findings }) => {
    const file: HeadFile = { head, findings, at: toIso(systemTime.now()) };
    const signature = signer.sign('journal head', canonical(file));
    writeFile(path, { version: 1, ...file, signer: signer.publicKey, signature });
    current = { head, findings };
  };

  return {
    read,
    write,
    advance(before, after) {
      try {
        const at = toIso(systemTime.now());
        const found = current === undefined ? foundIn(read(), before, at) : swapped(current, before, at);
        write({ head: after, findings: found.slice(0, keptFindings) });
      } catch (err) {
        log.error({ err, path }, 'desk: the head of the journal could not be written beside desk.db');
      }
    },
  };
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
 * Before the first key of a folder is made: says that its journal is still to be opened, so that a journal without its
 * head shows from the first entry on.
 */
export const markBeginning = (dataDir: string, authenticate: JournalHeadParts['authenticate']): void => {
  const path = headFile(dataDir);
  if (existsSync(identityFile(dataDir)) || existsSync(path)) return;
  const file: HeadFile = { head: journalStart, findings: [], at: toIso(systemTime.now()) };
  writeFile(path, { version: 1, ...file, code: authenticate('journal head', canonical(file)) });
};

const writeFile: (path: string, file: SignedHeadFile) => void = writeJsonAtomically;

const parsed = (path: string): SignedHeadFile | undefined => {
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as SignedHeadFile;
    const { head, findings } = file;
    return Number.isInteger(head.seq) && typeof head.digest === 'string' && Array.isArray(findings)
      ? file
      : undefined;
  } catch {
    return undefined;
  }
};
