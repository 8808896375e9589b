/** Messages are indexed in slices of so many successive `seq`, each in a table of its own that can be dropped whole. */
export const sliceBits = 15;
export const sliceLength = 2 ** sliceBits;

export const sliceOf = (seq: number): number => Math.floor(seq / sliceLength);
