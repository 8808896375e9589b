import { hash } from 'node:crypto';
import {
  type EligibilityRow,
  type MentionSubject,
  type Mentions,
  sketchSize,
} from '#contract/eligibility.ts';
import { formatBytes, formatCount } from '#contract/format.ts';
import type { HashedFile } from '#desk/eligibility/reading/manifest.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import type { Strongest } from '#desk/eligibility/reading/strongest.ts';
import { examinedLimitBytes } from './limits.ts';
import { createLedger } from './mentions/ledger.ts';
import { mayHoldMention, mentionsOf } from './mentions/of-file.ts';
import { createNotes, type Tally } from './notes.ts';
import { createSettling } from './settling.ts';
import { languageNameOf, needsQuotes } from './syntax/grammars.ts';
import { decode, type Encoding, encodingOf, hasControls, isVideo, isWide, withoutPadding } from './text.ts';

/** Where every reader of a folder or an archive puts the files that it has read. */
export interface SourceSink {
  /** `bytes` are only read during the call: the reader may use the memory again. */
  take(path: string, bytes: Buffer): void;
  /**
   * After the last file: what several files define together is inspected.
   * @param onProgress called for every file that is
   */
  finish(onProgress?: () => void): Promise<void>;
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
export const createSourceSink = (skips: Skips, scope: string, dataDir: string): SourceSink =>
  new FileSink(skips, scope, dataDir);

class FileSink implements SourceSink {
  files = 0;
  bytes = 0;
  readonly hashed: HashedFile[] = [];
  readonly #skips: Skips;
  readonly #notes = createNotes();
  readonly #ledger: ReturnType<typeof createLedger>;
  readonly #candidates: ReturnType<typeof createSettling>;
  readonly #languages = new Set<string>();
  readonly #digests: string[] = [];
  readonly #contents = new Set<string>();
  #binaries = 0;

  constructor(skips: Skips, scope: string, dataDir: string) {
    this.#skips = skips;
    this.#ledger = createLedger(scope);
    this.#candidates = createSettling(dataDir, (path, inspectFile) =>
      this.#guarded(path, () => {
        const file = inspectFile();
        this.#notes.add(path, file.inspection.findings);
        this.#ledger.add(file);
      }),
    );
  }

  get findings(): Strongest {
    return this.#notes.findings;
  }

  take(path: string, bytes: Buffer): void {
    const sha256 = hash('sha256', bytes);
    this.hashed.push({ path, sha256 });
    const encoding = encodingOf(bytes);
    const language = languageNameOf(path);
    if (encoding === 'binary' || (encoding === 'unknown' && language === undefined && hasControls(bytes))) {
      this.#passOver(path, bytes);
      return;
    }
    this.files++;
    this.bytes += bytes.length;
    if (language !== undefined) this.#languages.add(language);
    this.#digests.push(`${path}\0${sha256}`);
    if (bytes.length > 0) this.#contents.add(sha256.slice(0, 16));
    this.#guarded(path, () => this.#examine(path, bytes, encoding));
    if (encoding === 'unknown') {
      const detail = 'Not UTF-8, UTF-16 or UTF-32; only its ASCII part was read.';
      this.#skips.add(path, 'encoding', detail, true);
    }
  }

  async finish(onProgress = (): void => undefined): Promise<void> {
    await this.#candidates.settle(onProgress).finally(() => this.close());
    const detail = `${formatCount(this.#binaries, 'file')} with binary content.`;
    this.#skips.addMany('.', 'binary', this.#binaries, detail);
  }

  close(): Promise<void> {
    return this.#candidates.close();
  }

  languages(): string[] {
    return [...this.#languages].sort();
  }

  tally(row: EligibilityRow): Tally {
    return this.#notes.tally(row);
  }

  toReview(subject: MentionSubject): number {
    return this.#ledger.toReview(subject);
  }

  mentions(): Mentions {
    return this.#ledger.record();
  }

  digest(): string {
    return hash('sha256', this.#digests.sort().join('\n'));
  }

  sketch(): string[] {
    return [...this.#contents].sort().slice(0, sketchSize);
  }

  /** A failure on one file must not lose the others, nor pass for nothing found. */
  #guarded(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#skips.add(path, 'unreadable', `Analysis failed: ${(error as Error).message}`, true);
    }
  }

  #examine(path: string, bytes: Buffer, encoding: Exclude<Encoding, 'binary'>): void {
    // The search over bytes finds no word in encodings with more than one byte a character.
    if (!isWide(encoding) && !mayHoldMention(path, withoutPadding(bytes))) {
      if (needsQuotes(path) || languageNameOf(path) !== undefined) this.#candidates.addOther(path, bytes);
      return;
    }
    const text = decode(bytes, encoding);
    const found = mentionsOf(path, text);
    const isTooLarge = bytes.length > examinedLimitBytes && found.mentions.length + found.loose.length > 0;
    if (isTooLarge)
      this.#skips.add(path, 'too-large', `Larger than ${formatBytes(examinedLimitBytes)}.`, true);
    else this.#candidates.add({ path, text, found });
  }

  /** A file that is code by its name may hold anything, unless its content shows what it is. */
  #passOver(path: string, bytes: Buffer): void {
    if (languageNameOf(path) === undefined) this.#binaries++;
    else if (isVideo(bytes)) this.#skips.add(path, 'binary', 'Video.');
    else this.#skips.add(path, 'encoding', 'Not text in a known encoding.', true);
  }
}
