import { countBelow } from '#desk/eligibility/source/count-below.ts';
/** One stretch of a file that is written in one language, decoded from what surrounds it. */
export interface Region {
  /** As in `syntax/grammars.json`, or `expression`, `dataweave`, `jsp`, … for what no file is as a whole. */
  readonly language: string;
  /** Without the escapes, indentation and tags of what surrounds it. */
  readonly text: string;
  /** Offsets in the file of its first character, and behind its last. */
  readonly from: number;
  readonly to: number;
  /** 0 is the file itself. */
  readonly depth: number;
  /** The key, element or attribute that it is the value of. */
  readonly key?: string;
  /** Offset in the file of an offset in `text`. Never decreases. */
  readonly offsetOf: (at: number) => number;
  /** Whether a character of the file stands in it: a region may be put together from stretches with others between. */
  readonly covers: (offset: number) => boolean;
}

/** A stretch of a part's text that stands in the same order, character by character, in the text around it. */
interface Piece {
  readonly at: number;
  readonly origin: number;
  /** 0 of what only stands for something. */
  readonly length: number;
}

/** A region in the making: its offsets are those of the text around it. */
export interface Part {
  readonly language: string;
  readonly text: string;
  readonly key?: string;
  readonly pieces: readonly Piece[];
  readonly end: number;
}

/** Puts a part together from stretches of a text, and from what stands for something in it. */
export interface PartMaker {
  /** A stretch of the text around it, as it stands there. */
  copy(from: number, to: number): void;
  /** Text that stands for what begins at `origin`. */
  put(text: string, origin: number): void;
  readonly isEmpty: boolean;
  part(language: string, key?: string): Part;
}

export const createPart = (around: string): PartMaker => {
  const texts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  let end = 0;
  return {
    copy(from, to) {
      if (to <= from) return;
      pieces.push({ at: length, origin: from, length: to - from });
      texts.push(around.slice(from, to));
      length += to - from;
      end = Math.max(end, to);
    },
    put(text, origin) {
      if (text === '') return;
      pieces.push({ at: length, origin, length: 0 });
      texts.push(text);
      length += text.length;
      end = Math.max(end, origin);
    },
    get isEmpty() {
      return length === 0;
    },
    part: (language, key) => ({
      language,
      text: texts.join(''),
      pieces,
      end,
      ...(key === undefined ? {} : { key }),
    }),
  };
};

/** A part that is one stretch. */
export const slice = (around: string, language: string, from: number, to: number, key?: string): Part => {
  const maker = createPart(around);
  maker.copy(from, to);
  return maker.part(language, key);
};

/** Offset, in the text around a part, of an offset in its own. */
const originOf = ({ pieces, end }: Part, at: number): number => {
  const index = countBelow(pieces, at + 1, (piece) => piece.at) - 1;
  const piece = pieces[Math.max(0, index)];
  if (piece === undefined) return 0;
  const next = pieces[index + 1]?.origin ?? end;
  return Math.min(piece.origin + Math.max(0, at - piece.at), Math.max(piece.origin, next));
};

/** The region of a part that was found in another region. */
export const inside = (parent: Region, part: Part): Region => {
  const offsetOf = (at: number): number => parent.offsetOf(originOf(part, at));
  const stretches = part.pieces
    .filter(({ length }) => length > 0)
    .map(({ origin, length }) => ({ from: parent.offsetOf(origin), to: parent.offsetOf(origin + length) }));
  return {
    covers: (offset) =>
      offset < (stretches[countBelow(stretches, offset + 1, ({ from }) => from) - 1]?.to ?? 0),
    language: part.language,
    text: part.text,
    from: offsetOf(0),
    to: parent.offsetOf(part.end),
    depth: parent.depth + 1,
    offsetOf,
    ...(part.key === undefined ? {} : { key: part.key }),
  };
};
