import { secretForms } from '#base/secret-forms.ts';

/** Takes secrets out of texts that a target wrote, as it may repeat what it was sent. */
export type Scrub = (text: string) => string;

/** Shorter ones would blacken every other word. */
const shortest = 4;
const longestSentence = 500;

export const scrubOf = (apiKey: string, secretBody: unknown): Scrub =>
  secretForms([apiKey, ...leavesOf(secretBody)], shortest).maskText;

const leavesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
};

/** One line of bounded length. */
export const oneLine = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break a line of a log or a terminal
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.length > longestSentence ? `${line.slice(0, longestSentence)}…` : line;
};
