export interface Token {
  /** `str` is a literal's content as it is spelled, without its quotes. */
  readonly kind: 'id' | 'str' | 'num' | 'op';
  readonly text: string;
  readonly line: number;
  /** Offsets in the text; of the content only, for a literal. */
  readonly start: number;
  readonly end: number;
}

export interface Comment {
  readonly text: string;
  readonly line: number;
  readonly start: number;
}

export interface Lexed {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

/** Opens and closes a text with interpolation, and each expression in it; joined by `JOIN`. */
export const OPEN = '⟨';
export const CLOSE = '⟩';
export const JOIN = '⊕';
/** Finds the line (from 1) of an offset. */
export const lineFinder = (text: string): ((offset: number) => number) => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
};
