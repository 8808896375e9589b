import { Mark } from '@mantine/core';
import { markMatches, parseSearch } from '#contract/search-text.ts';

interface MarkedTextProps {
  readonly text: string;
  /** What is searched for. */
  readonly search: string | undefined;
}

/** A text with the words of a search highlighted. */
export const MarkedText = ({ text, search }: MarkedTextProps) => {
  if (!search) return text;
  let at = 0;
  return markMatches(text, parseSearch(search)).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <Mark key={key}>{part.text}</Mark> : part.text;
  });
};
