import type { MentionSubject } from '#contract/eligibility.ts';
import type { CodeBase, CodeFile, Mention } from './inspection.ts';
import type { FileMentions } from './mentions/find.ts';
import type { Recognized } from './recognizers/subjects.ts';
import { givesHeader } from './values/header-names.ts';

/** A file that holds a mention, or a part of one. */
export interface Candidate extends CodeFile {
  readonly found: FileMentions;
}

/**
 * Files that are inspected once the whole code base was read, as a path may be put together from several of them.
 * What does not fit in memory is inspected at once, as if its other parts existed.
 */
export interface Candidates {
  add(candidate: Candidate): void;
  /**
   * A file of code without a mention, which may use what others name; as many are kept as fit in memory.
   * @param bytes copied
   */
  addOther(path: string, bytes: Buffer): void;
  /**
   * Inspects all of them, with what they define for each other.
   * @param onProgress called for every file, as a sign of life
   */
  settle(onProgress: () => void): Promise<void>;
  /** Ends parallel work where the readers could not continue. */
  close(): Promise<void>;
}

/** What is done with a file before the whole code base is known. */
export interface Early {
  /** The file waits. */
  offer(candidate: Candidate): void;
  /** What is known of it already. */
  keysOf(candidate: Candidate, onProgress: () => void): Promise<Recognized | undefined>;
  close(): Promise<void>;
}

const none: Early = {
  offer: () => undefined,
  keysOf: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
};

/** Characters of all texts that wait. */
const memory = 128 * 1024 * 1024;
/** Bytes of all files without a mention that wait, and of one of them. */
const otherMemory = 32 * 1024 * 1024;
const longestOther = 256 * 1024;

/** Inspects a file with its mentions, and of them those whose other part is in another file. */
type Inspect = (
  candidate: Candidate,
  mentions: readonly Mention[],
  loose: ReadonlySet<Mention>,
  codeBase: CodeBase | undefined,
  keys: Recognized | undefined,
) => void;
/** Gets ready for files of these paths, and reads what they define. */
type Prepare = (files: readonly Candidate[], onProgress: () => void) => Promise<CodeBase>;

/** @param early is told of files that wait and need no other file */
export const createCandidates = (inspect: Inspect, prepare: Prepare, early: Early = none): Candidates =>
  new WaitingFiles(inspect, prepare, early);

class WaitingFiles implements Candidates {
  readonly #inspect: Inspect;
  readonly #prepare: Prepare;
  readonly #early: Early;
  readonly #waiting: Candidate[] = [];
  readonly #others: { path: string; content: Buffer | string }[] = [];
  /** Subjects of which a file holds the first half of the word. */
  readonly #firsts = new Set<MentionSubject>();
  #length = 0;
  #otherLength = 0;
  #endsInRules = false;

  constructor(inspect: Inspect, prepare: Prepare, early: Early) {
    this.#inspect = inspect;
    this.#prepare = prepare;
    this.#early = early;
  }

  add(candidate: Candidate): void {
    const { found, path, text } = candidate;
    if (found.endsInRules) this.#endsInRules = true;
    for (const subject of found.firstHalves) this.#firsts.add(subject);
    // A file without a mention may still define the base of another one's path, or half of a word.
    if (!isMentioned(candidate) && !found.endsInRules) this.addOther(path, text);
    else if (this.#length + text.length > memory) this.#inspectWithMentions(candidate, true);
    else {
      this.#length += text.length;
      this.#waiting.push(candidate);
      if (standsAlone(candidate)) this.#early.offer(candidate);
    }
  }

  addOther(path: string, content: Buffer | string): void {
    if (content.length > longestOther || this.#otherLength + content.length > otherMemory) return;
    this.#otherLength += content.length;
    this.#others.push({ path, content: typeof content === 'string' ? content : Buffer.from(content) });
  }

  close(): Promise<void> {
    return this.#early.close();
  }

  async settle(onProgress: () => void): Promise<void> {
    if (this.#waiting.length === 0) return;
    const codeBase = await this.#prepare(this.#waiting, onProgress);
    for (const candidate of this.#waiting.splice(0)) {
      const keys = await this.#early.keysOf(candidate, onProgress);
      this.#inspectWithMentions(candidate, this.#endsInRules, codeBase, keys);
      onProgress();
    }
    for (const { path, content } of this.#others.splice(0)) {
      const text = content.toString();
      if (codeBase.namesHeaderIn?.(text) !== true && codeBase.namesHalfIn?.(text) !== true) continue;
      this.#inspect({ path, text, found: nothing }, [], new Set(), codeBase, undefined);
      onProgress();
    }
  }

  #inspectWithMentions(
    candidate: Candidate,
    isJoined: boolean,
    codeBase?: CodeBase,
    keys?: Recognized,
  ): void {
    const { mentions, loose, secondHalves } = candidate.found;
    const halves = splitSubjects
      .filter((subject) => codeBase === undefined || this.#firsts.has(subject))
      .flatMap((subject) => secondHalves.map((span) => ({ ...span, subject })));
    const joined = [...(isJoined ? loose : []), ...halves];
    const all = [...mentions, ...joined].sort((a, b) => a.from - b.from);
    if (all.length > 0) this.#inspect(candidate, all, new Set(joined), codeBase, keys);
  }
}

const nothing: FileMentions = {
  mentions: [],
  loose: [],
  endsInRules: false,
  firstHalves: [],
  secondHalves: [],
};

/** Whether a file holds a mention, or what may be a part of one. */
export const isMentioned = ({ found: { mentions, loose, firstHalves, secondHalves } }: Candidate): boolean =>
  mentions.length + loose.length + firstHalves.length + secondHalves.length > 0;

/** Whether a file is inspected by itself, and read for nothing else. */
const standsAlone = (candidate: Candidate): boolean => {
  const { mentions, loose, endsInRules, firstHalves, secondHalves } = candidate.found;
  return (
    !endsInRules &&
    mentions.length > 0 &&
    loose.length + firstHalves.length + secondHalves.length === 0 &&
    mentions.every(({ subject }) => subject !== 'alerts-endpoints') &&
    !mayNameHeader(candidate)
  );
};

/** Whether a file may give the name of a header to a setting or a constant. */
export const mayNameHeader = ({ text, found: { mentions } }: Candidate): boolean =>
  mentions.some(({ subject }) => headerSubjects.has(subject)) && givesHeader(text);
const headerSubjects: ReadonlySet<MentionSubject> = new Set([
  'client-id-header',
  'retry-after',
  'authorization',
]);

/** Of which halves may stand in two files. */
const splitSubjects = ['rule-id', 'client-id-header'] as const;

/** Characters of a file that is read for halves of a word: in a longer one they are left to a person. */
const longestSplit = 16 * 1024;

/** The files that may define what paths and names of other files are put together from. */
export const definersOf = (all: readonly Candidate[]): Candidate[] => {
  const isSplit =
    all.some(({ found }) => found.firstHalves.length > 0) &&
    all.some(({ found }) => found.secondHalves.length > 0);
  return all.filter(
    ({ found, text }) =>
      found.endsInRules ||
      found.loose.length > 0 ||
      (isSplit && text.length <= longestSplit && found.firstHalves.length + found.secondHalves.length > 0) ||
      found.mentions.some(({ subject }) => subject === 'alerts-endpoints'),
  );
};
