import type { CodeBase, CodeFile, Mention } from './inspection.ts';
import type { FileMentions } from './mentions/find.ts';

/** A file that holds a mention, or a part of one. */
export interface Candidate extends CodeFile {
  readonly found: FileMentions;
}

/**
 * Files that are looked into once the whole code base was read, as a path may be put together from several of them.
 * What does not fit in memory is looked into at once, and taken for the worst.
 */
export interface Candidates {
  add(candidate: Candidate): void;
  /**
   * Looks into all of them, with what they define for each other.
   * @param moved called for every file, as a sign of life
   */
  settle(moved: () => void): Promise<void>;
}

/** Characters of all texts that wait. */
const memory = 128 * 1024 * 1024;

/**
 * @param look gets the mentions of a file, and of them those whose other part is in another file
 * @param prepare gets ready for files of these paths, and reads what they define
 */
export const createCandidates = (
  look: (
    candidate: Candidate,
    mentions: readonly Mention[],
    loose: ReadonlySet<Mention>,
    codeBase: CodeBase | undefined,
  ) => void,
  prepare: (files: readonly Candidate[], moved: () => void) => Promise<CodeBase>,
): Candidates => {
  const waiting: Candidate[] = [];
  let length = 0;
  let rules = false;
  const lookInto = (candidate: Candidate, isJoined: boolean, codeBase?: CodeBase): void => {
    const { mentions, loose } = candidate.found;
    const joined = isJoined ? loose : [];
    const all = [...mentions, ...joined].sort((a, b) => a.from - b.from);
    if (all.length > 0) look(candidate, all, new Set(joined), codeBase);
  };
  return {
    add(candidate) {
      if (candidate.found.endsInRules) rules = true;
      const { mentions, loose, endsInRules } = candidate.found;
      // What has no mention may still define the base that another one's path is put behind.
      if (mentions.length === 0 && loose.length === 0 && !endsInRules) return;
      if (length + candidate.text.length > memory) return lookInto(candidate, true);
      length += candidate.text.length;
      waiting.push(candidate);
      return undefined;
    },
    async settle(moved) {
      if (waiting.length === 0) return;
      const codeBase = await prepare(waiting, moved);
      for (const candidate of waiting.splice(0)) {
        lookInto(candidate, rules, codeBase);
        moved();
      }
    },
  };
};

/** Whether a file may define what the paths of other files are put together from. */
export const mayDefine = ({ found: { mentions, loose, endsInRules } }: Candidate): boolean =>
  endsInRules || loose.length > 0 || mentions.some(({ subject }) => subject === 'alerts-endpoints');
