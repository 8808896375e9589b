import { splitAtTerms } from './snippet.ts';

/** A text with the terms in it marked. */
export const Marked = ({ text, terms }: { readonly text: string; readonly terms: readonly string[] }) =>
  splitAtTerms(text, terms).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
      <mark key={at}>{part}</mark>
    ) : (
      part
    ),
  );
