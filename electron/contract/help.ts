/** Help as the build makes it from `docs/`, and as the page shows it. */

export interface HelpPage {
  /** From `docs/`, without `.md`: `guides/reports`. */
  readonly path: string;
  readonly title: string;
  readonly sections: readonly { readonly anchor: string; readonly title: string }[];
}

export interface HelpGroup {
  readonly name: string;
  readonly pages: readonly HelpPage[];
}

/** What search finds. */
export interface HelpSection {
  /** `path#anchor` */
  readonly id: string;
  readonly path: string;
  readonly anchor: string;
  readonly title: string;
  /** Of its page. */
  readonly page: string;
  /** Of its heading; 1 is the page itself, 6 a row of a table. */
  readonly depth: number;
  readonly text: string;
}

/** Wire names are found by their parts too: `case.notFound` by "found". */
const tokenize = (text: string): string[] => {
  const words = text.split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/^[.-]+|[.-]+$/g, ''));
  return words.flatMap((word) => {
    const parts = word.split(/[._-]|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
    return parts.length > 1 ? [word, ...parts] : parts;
  });
};

/** By which the index is made and read back: the two must agree. */
export const helpSearchOptions = {
  fields: ['title', 'page', 'text'],
  storeFields: ['path', 'anchor', 'title', 'page', 'depth', 'text'],
  tokenize,
};
