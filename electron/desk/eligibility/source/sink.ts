import { hash } from 'node:crypto';
import {
  type EligibilityRow,
  type MentionSubject,
  type Mentions,
  sketchSize,
} from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import type { HashedFile } from '#desk/eligibility/reading/manifest.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import type { Strongest } from '#desk/eligibility/reading/strongest.ts';
import { examinedLimitBytes } from './limits.ts';
import { createLedger } from './mentions/ledger.ts';
import { mayHoldMention, mentionsOf } from './mentions/of-file.ts';
import { createNotes, type Tally } from './notes.ts';
import { createSettling } from './settling.ts';
import { languageNameOf, needsQuotes } from './syntax/grammars.ts';
import { decode, type Encoding, encodingOf, hasControls, isVideo, isWide } from './text.ts';

/** Where every reader of a folder or an archive puts the files that it has read. */
export interface SourceSink {
  /** `bytes` are only looked at during the call: the reader may use the memory again. */
  take(path: string, bytes: Buffer): void;
  /**
   * After the last file: what several files say together is looked into.
   * @param moved called for every file that is
   */
  finish(moved?: () => void): Promise<void>;
  /** Ends what is left of the work, where the readers could not go on. */
  close(): Promise<void>;
  readonly files: number;
  readonly bytes: number;
  languages(): string[];
  readonly findings: Strongest;
  /** How many findings a row has, that count and that are weak. */
  tally(row: EligibilityRow): Tally;
  /** Every file that was read, of whatever kind. */
  readonly hashed: readonly HashedFile[];
  /** How many mentions nothing settles. */
  toReview(subject: MentionSubject): number;
  mentions(): Mentions;
  /** SHA-256 over the sorted paths and contents of all files read, hex. */
  digest(): string;
  /** The smallest digests of contents: two code bases share as much of them as they share files. */
  sketch(): string[];
}

/**
 * @param scope the code base's name
 * @param dataDir where a user's own recognizers may be
 */
export const createSourceSink = (skips: Skips, scope: string, dataDir: string): SourceSink => {
  const notes = createNotes();
  const ledger = createLedger(scope);
  const languages = new Set<string>();
  const digests: string[] = [];
  const hashed: HashedFile[] = [];
  const contents = new Set<string>();
  let files = 0;
  let bytesRead = 0;
  let binaries = 0;

  /** What goes wrong with one file must not lose the others, nor pass for nothing found. */
  const guarded = (path: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      skips.add(path, 'unreadable', `It could not be examined: ${(error as Error).message}`, true);
    }
  };

  const candidates = createSettling(dataDir, (path, look) =>
    guarded(path, () => {
      const file = look();
      notes.add(path, file.inspection.findings);
      ledger.add(file);
    }),
  );

  const examine = (path: string, bytes: Buffer, encoding: Exclude<Encoding, 'binary'>): void => {
    // More bytes a character hide every word from the look at bytes.
    if (!isWide(encoding) && !mayHoldMention(path, bytes)) {
      if (needsQuotes(path) || languageNameOf(path) !== undefined) candidates.addOther(path, bytes);
      return;
    }
    const text = decode(bytes, encoding);
    const found = mentionsOf(path, text);
    const isTooLarge = bytes.length > examinedLimitBytes && found.mentions.length + found.loose.length > 0;
    if (isTooLarge) skips.add(path, 'too-large', `More than ${examinedLimitBytes / 1024 ** 2} MiB.`, true);
    else candidates.add({ path, text, found });
  };

  /** By its name it is code: what it holds is open, unless it shows what else it is. */
  const passOver = (path: string, bytes: Buffer): void => {
    if (languageNameOf(path) === undefined) binaries++;
    else if (isVideo(bytes)) skips.add(path, 'binary', 'A video, by its content.');
    else skips.add(path, 'encoding', 'Its content is no text in a known encoding.', true);
  };

  return {
    take(path, bytes) {
      const sha256 = hash('sha256', bytes);
      hashed.push({ path, sha256 });
      const encoding = encodingOf(bytes);
      const isCode = languageNameOf(path) !== undefined;
      if (encoding === 'binary' || (encoding === 'unknown' && !isCode && hasControls(bytes))) {
        return passOver(path, bytes);
      }
      files++;
      bytesRead += bytes.length;
      const language = languageNameOf(path);
      if (language !== undefined) languages.add(language);
      digests.push(`${path}\0${sha256}`);
      if (bytes.length > 0) contents.add(sha256.slice(0, 16));
      guarded(path, () => examine(path, bytes, encoding));
      if (encoding === 'unknown') {
        const detail = 'Neither UTF-8 nor UTF-16 nor UTF-32. Only its ASCII part was understood.';
        skips.add(path, 'encoding', detail, true);
      }
      return undefined;
    },
    close: candidates.close,
    async finish(moved = () => undefined) {
      await candidates.settle(moved).finally(candidates.close);
      skips.addMany(
        '.',
        'binary',
        binaries,
        `${formatCount(binaries, 'file')} without text, by the content.`,
      );
    },
    get files() {
      return files;
    },
    get bytes() {
      return bytesRead;
    },
    hashed,
    languages: () => [...languages].sort(),
    findings: notes.findings,
    tally: notes.tally,
    toReview: ledger.toReview,
    mentions: ledger.record,
    digest: () => hash('sha256', digests.sort().join('\n')),
    sketch: () => [...contents].sort().slice(0, sketchSize),
  };
};
