import { countBelow } from '#desk/eligibility/source/count-below.ts';

/** Tells the line of an offset, from 1. */
export const lineFinder = (text: string): ((offset: number) => number) => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => countBelow(starts, offset + 1);
};
