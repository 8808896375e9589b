import type { CodeFile, Mention } from './inspection.ts';
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
  /** Looks into all of them. */
  settle(): void;
}

/** Characters of all texts that wait. */
const memory = 128 * 1024 * 1024;

/**
 * @param look gets the mentions of a file, and of them those whose other part is in another file
 */
export const createCandidates = (
  look: (candidate: Candidate, mentions: readonly Mention[], loose: ReadonlySet<Mention>) => void,
): Candidates => {
  const waiting: Candidate[] = [];
  let length = 0;
  let rules = false;
  const lookInto = (candidate: Candidate, isJoined: boolean): void => {
    const { mentions, loose } = candidate.found;
    const joined = isJoined ? loose : [];
    const all = [...mentions, ...joined].sort((a, b) => a.from - b.from);
    if (all.length > 0) look(candidate, all, new Set(joined));
  };
  return {
    add(candidate) {
      if (candidate.found.endsInRules) rules = true;
      if (candidate.found.mentions.length === 0 && candidate.found.loose.length === 0) return;
      if (length + candidate.text.length > memory) return lookInto(candidate, true);
      length += candidate.text.length;
      waiting.push(candidate);
      return undefined;
    },
    settle() {
      for (const candidate of waiting.splice(0)) lookInto(candidate, rules);
    },
  };
};
