/** Messages of so many successive `seq` are searched at once on a server. */
const bits = 12;

export type WordSlice = number;

export const wordSliceOf = (seq: number): WordSlice => Math.floor(seq / 2 ** bits);

/** The first `seq` of a slice. */
export const startOfWordSlice = (slice: WordSlice): number => slice * 2 ** bits;
