import { hash } from 'node:crypto';
import type { EligibilityRow } from '#contract/eligibility.ts';
import type { HashedFile } from '#desk/eligibility/reading/manifest.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import type { Strongest } from '#desk/eligibility/reading/strongest.ts';
import { languageOf, mayHold } from './detector/detector.ts';
import { examinedLimitBytes } from './limits.ts';
import { createNotes, type Tally } from './notes.ts';
import { type Encoding, encodingOf, isVideo, isWide } from './text.ts';

/** Where every reader of a folder or an archive puts the files that it has read. */
export interface SourceSink {
  /** `bytes` are only looked at during the call: the reader may use the memory again. */
  take(path: string, bytes: Buffer): void;
  readonly files: number;
  readonly bytes: number;
  languages(): string[];
  readonly findings: Strongest;
  /** How many findings a row has, that count and that are weak. */
  tally(row: EligibilityRow): Tally;
  /** Every file that was read, of whatever kind. */
  readonly hashed: readonly HashedFile[];
  /** SHA-256 over the sorted paths and contents of all files read, hex. */
  digest(): string;
}

export const createSourceSink = (skips: Skips): SourceSink => {
  const notes = createNotes();
  const languages = new Set<string>();
  const digests: string[] = [];
  const hashed: HashedFile[] = [];
  let files = 0;
  let bytesRead = 0;

  /** What goes wrong with one file must not lose the others, nor pass for nothing found. */
  const examine = (path: string, bytes: Buffer, encoding: Exclude<Encoding, 'binary'>): void => {
    if (bytes.length > examinedLimitBytes) {
      skips.add(path, 'too-large', `More than ${examinedLimitBytes / 1024 ** 2} MiB.`, true);
      return;
    }
    try {
      notes.examine(path, bytes, encoding);
    } catch (error) {
      skips.add(path, 'unreadable', `It could not be examined: ${(error as Error).message}`, true);
    }
  };

  return {
    take(path, bytes) {
      const sha256 = hash('sha256', bytes);
      hashed.push({ path, sha256 });
      const encoding = encodingOf(bytes);
      if (encoding === 'binary') {
        // By its name it is code: what it holds is open, unless it shows what else it is.
        if (isVideo(bytes)) skips.add(path, 'binary', 'A video, by its content.');
        else skips.add(path, 'encoding', 'Its content is no text in a known encoding.', true);
        return;
      }
      files++;
      bytesRead += bytes.length;
      languages.add(languageOf(path) ?? '');
      digests.push(`${path}\0${sha256}`);
      // More bytes a character hide every word from the look at bytes.
      if (isWide(encoding) || mayHold(bytes)) examine(path, bytes, encoding);
      if (encoding === 'unknown') {
        const detail = 'Neither UTF-8 nor UTF-16 nor UTF-32. Only its ASCII part was understood.';
        skips.add(path, 'encoding', detail, true);
      }
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
    digest: () => hash('sha256', digests.sort().join('\n')),
  };
};
