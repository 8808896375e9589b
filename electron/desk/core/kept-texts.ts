import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { instantInName, systemTime } from '#base/clock.ts';
import { writeAtomicallySync } from '#base/write-atomically.ts';

/** A text that a desk keeps beside its tables: whole, or not at all. */
export interface KeptText {
  /** Where it is, as it may be shown. */
  readonly place: string;
  /** Undefined if there is none. @throws Error of the file system */
  read(): string | undefined;
  /** A crash leaves the one from before or this one. @throws Error of the file system, or what the store throws */
  write(text: string): Promise<void>;
  /** Nobody reads it any more; it is kept beside. */
  setAside(): Promise<void>;
}

/** What a desk keeps so: files of the data folder, or rows of the store that a server keeps. */
export interface KeptTexts {
  readonly identity: KeptText;
  readonly sealing: KeptText;
  /** The file of this machine that the journal's head is kept in. */
  readonly headFile: string;
  /** Where a server keeps the store: the journal's head as all of its processes know it. */
  readonly sharedHead?: KeptText;
  /** The cases whose runs the next process that has the desk is to resume. */
  readonly handover?: KeptText;
  /** Jobs that a process of an earlier version had under way; they are kept no more. */
  readonly formerJobs?: readonly string[];
}

export const keptInFolder = (dataDir: string): KeptTexts => ({
  identity: textInFile(join(dataDir, 'identity.json')),
  sealing: textInFile(join(dataDir, 'sealing.json')),
  headFile: join(dataDir, 'journal.head'),
});

const textInFile = (path: string): KeptText => ({
  place: `file ${path}`,
  read: () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  write: async (text) => writeAtomicallySync(path, text),
  async setAside() {
    if (existsSync(path)) renameSync(path, asideOfNow(path));
  },
});

export const asideOfNow = (name: string): string => `${name}.${instantInName(systemTime.now())}`;

export const jsonText = (content: unknown): string => `${JSON.stringify(content, undefined, 2)}\n`;
