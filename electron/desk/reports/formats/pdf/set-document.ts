import type { Tone } from '#contract/report.ts';

/** A report as the templates in `resources/report` take it: text in its final form, in the order in which it is set. */

export interface SetValue {
  readonly text: string;
  readonly kind: 'id' | 'text';
  readonly tone?: Tone;
  /** Under another value, in the same cell. */
  readonly under?: boolean;
}

export interface SetColumn {
  readonly title: string;
  readonly under: readonly string[];
  readonly number: boolean;
}

export type SetBlock =
  | { readonly block: 'text'; readonly text: string }
  | { readonly block: 'note'; readonly tone: Tone; readonly text: string }
  | { readonly block: 'quote'; readonly text: string; readonly by: string }
  | { readonly block: 'list'; readonly items: readonly string[] }
  | { readonly block: 'facts'; readonly facts: readonly (SetValue & { readonly name: string })[] }
  | {
      readonly block: 'figures';
      readonly figures: readonly { readonly name: string; readonly value: string; readonly tone?: Tone }[];
    }
  | {
      readonly block: 'table';
      readonly caption: string;
      readonly none: string;
      readonly columns: readonly SetColumn[];
      readonly rows: readonly (readonly (readonly SetValue[])[])[];
      /** Where the rows are that are not set. */
      readonly rest?: string;
    }
  | {
      readonly block: 'picture';
      readonly caption: string;
      readonly alt: string;
      readonly svg: string;
    };

export interface SetSection {
  readonly level: 2 | 3;
  readonly title: string;
  readonly blocks: readonly SetBlock[];
}

/** Pages that lie the same way. */
export interface SetLeaf {
  readonly wide: boolean;
  readonly sections: readonly SetSection[];
}

export interface SetSignOff {
  readonly text: string;
  readonly parties: readonly {
    readonly party: string;
    /** Whose party it is, where that has a name. */
    readonly of: string;
    readonly name: string;
    /** What the audit chain has of it, a sentence each. */
    readonly signed: readonly string[];
  }[];
  readonly digests: readonly (SetValue & { readonly name: string })[];
}

export interface AttachedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly description: string;
  /** To the report, as PDF/A-3 calls it. */
  readonly relationship: 'source' | 'data';
  readonly content: string;
}

/** What templates say; `unset` has CODES in place of code points. */
export interface FrameWords {
  readonly report: string;
  readonly contents: string;
  readonly page: string;
  readonly of: string;
  readonly signOff: string;
  readonly name: string;
  readonly role: string;
  readonly date: string;
  readonly signature: string;
  readonly unset: string;
}

export interface SetDocument {
  readonly language: string;
  readonly words: FrameWords;
  /** As Typst calls it. */
  readonly paper: 'a4' | 'us-letter';
  readonly title: string;
  readonly product: string;
  readonly date: Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>>;
  readonly head: readonly (SetValue & { readonly name: string })[];
  readonly running: { readonly case: string; readonly point: string };
  readonly summary: { readonly tone?: Tone; readonly text: string };
  /** That the case is under legal hold, and which sections are left out. */
  readonly notes: readonly string[];
  /** Blocks of the first page. */
  readonly lead: readonly SetBlock[];
  readonly leaves: readonly SetLeaf[];
  readonly signOff: SetSignOff | null;
  readonly closing: { readonly text: string; readonly command: string };
}
