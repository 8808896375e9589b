import type { ExplanationReason, FindingKind, MentionSubject } from '#contract/eligibility.ts';

/** What looking into one file gives: uses that count, and reasons why other mentions are none. */

export type SourceKind = Extract<
  FindingKind,
  'alerts-call' | 'rule-id-use' | 'client-id-read' | 'retry-after-set' | 'authorization-check'
>;

/** Where something stands: offsets into the file's decoded text (UTF-16 code units; `to` is exclusive), and its line from 1. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** A spelling of a subject's key words, in any text file. */
export interface Mention extends Span {
  readonly subject: MentionSubject;
}

export interface SourceFinding extends Span {
  readonly kind: SourceKind;
  /** The trimmed line, at most 400 characters, without what may be a secret. */
  readonly excerpt: string;
  /** In a comment, in documentation or in test code. */
  readonly weak: boolean;
  readonly confidence: 'high' | 'medium' | 'low';
  /** One sentence for a person. */
  readonly why: string;
}

/**
 * Why the mentions of a subject that lie within `from`…`to` are no use of it. Given only for a reason that the code
 * itself shows, never because a recognizer saw nothing.
 */
export interface Explanation {
  readonly subject: MentionSubject;
  readonly from: number;
  readonly to: number;
  readonly reason: ExplanationReason;
  /** One sentence for a person, naming what the code shows: "The URL's host is api.other.example." */
  readonly why: string;
}

export interface Inspection {
  /** In the order of lines. */
  readonly findings: readonly SourceFinding[];
  readonly explanations: readonly Explanation[];
}

/** A file of the code base that may define what another one uses. */
export interface CodeFile {
  readonly path: string;
  readonly text: string;
}

/** Constants of the code base's other files, made once before any file is inspected. */
export interface CodeBase {
  /**
   * String values that a name stands for outside the file at `path`; `module` is what it was imported from, as written.
   * Empty if nothing is known of it.
   */
  readonly valuesOf: (name: string, path: string, module?: string) => readonly string[];
  /** What a function of another file gives back, with marks for what it is given; see `Folding`. Empty if nothing is known. */
  readonly resultsOf?: (name: string, path: string, module?: string) => readonly string[];
  /** Whether the code base's own server answers a path, whatever its variables are called. */
  readonly isOwnRoute?: (path: string) => boolean;
  /** Whether a function of this name is defined in the code base: what it calls is seen where it stands. */
  readonly isOwnFunction?: (name: string) => boolean;
  /** Whether a text may use a name that stands for a part of the alerts endpoints' paths. Rather too often. */
  readonly namesAlertsIn?: (text: string) => boolean;
  /** Whether a function or a class of this name is seen, and passes on no request that it gets. */
  readonly answersItself?: (name: string) => boolean;
  /** The header whose name another file gives to a setting or a constant; `names` are the last ones of a chain or a key. */
  readonly headerOf?: (
    names: readonly string[],
    path: string,
  ) => 'x-service-clientid' | 'retry-after' | 'authorization' | undefined;
  /** Whether a text may use one of these names. Rather too often. */
  readonly namesHeaderIn?: (text: string) => boolean;
  /** Whether a text may put `RuleId` together from a half that another file gives to a name. Rather too often. */
  readonly namesHalfIn?: (text: string) => boolean;
  /** Whether a base or a path of some file ends in `rules`, so that a part of another file may be put behind it. */
  readonly endsInRules?: boolean;
}
