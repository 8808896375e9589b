import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { mostDepth } from './parse-bounded.ts';

/** A place in a document: keys joined by dots, `*` for any item of a list, such as `log.entries.*.request.url`. */
export type JsonPath = string;

export interface JsonWanted {
  readonly strings: ReadonlySet<JsonPath>;
  readonly numbers?: ReadonlySet<JsonPath>;
  /** Characters of a value; what is longer is cut. */
  readonly valueLimit: number;
}

/** Told as the document is read. Places deeper than all wanted values are not told. */
export interface JsonSink {
  /** A wanted value; a number as it is written. */
  value(path: JsonPath, text: string, isCut: boolean): void;
  /** A list begins whose items are at `path`. */
  listStart(path: JsonPath): void;
  /** An object or a list ends. */
  end(path: JsonPath): void;
}

export interface JsonWalker {
  /** @throws Error if it is not JSON, or nested deeper than `mostDepth`; the message has no full stop of ours */
  write(bytes: Uint8Array): void;
  /** Whether the document came to its end. */
  isWhole(): boolean;
}

/** Reads UTF-8 token by token: what is not wanted is passed over piece by piece, so that its size does not matter. */
export const createJsonWalker = (wanted: JsonWanted, sink: JsonSink): JsonWalker => {
  const parse = jsonParser({ packValues: false, streamValues: true });
  const decoder = new TextDecoder('utf-8');
  const walk = newWalk(wanted, sink);
  return {
    write(bytes) {
      // What stands before an error in the same piece is lost with it; smaller ones would take longer.
      for (let from = 0; from < bytes.length; from += pieceBytes) {
        const text = decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true });
        const parsed = parse(text) as unknown as { values?: readonly Token[] };
        for (const token of parsed.values ?? []) steps.get(token.name)?.(walk, token);
      }
    },
    isWhole: () => walk.isWhole,
  };
};

const pieceBytes = 32 * 1024;
const keyLimit = 64;

interface Walk {
  readonly wanted: JsonWanted;
  readonly sink: JsonSink;
  /** How many keys the deepest wanted place has. */
  readonly deepest: number;
  readonly keys: string[];
  depth: number;
  key: string;
  inKey: boolean;
  /** The wanted value that is being read. */
  collecting: JsonPath | undefined;
  text: string;
  isCut: boolean;
  isWhole: boolean;
}

const newWalk = (wanted: JsonWanted, sink: JsonSink): Walk => ({
  wanted,
  sink,
  deepest: Math.max(...[...wanted.strings, ...(wanted.numbers ?? [])].map((path) => path.split('.').length)),
  keys: [],
  depth: 0,
  key: '',
  inKey: false,
  collecting: undefined,
  text: '',
  isCut: false,
  isWhole: false,
});

/** undefined: deeper than all that is wanted. */
const placeOf = ({ keys, depth, deepest }: Walk): JsonPath | undefined =>
  depth > deepest ? undefined : keys.slice(0, depth).join('.');

const open = (walk: Walk, isList: boolean): void => {
  if (walk.depth >= mostDepth) throw new Error('it is nested too deeply');
  walk.keys[walk.depth] = isList ? '*' : '';
  walk.depth++;
  const place = isList ? placeOf(walk) : undefined;
  if (place !== undefined) walk.sink.listStart(place);
};

const close = (walk: Walk): void => {
  walk.depth--;
  if (walk.depth === 0) walk.isWhole = true;
  const place = placeOf(walk);
  if (place !== undefined) walk.sink.end(place);
};

const startValue = (walk: Walk, among: ReadonlySet<JsonPath> | undefined): void => {
  const place = placeOf(walk);
  walk.collecting = place !== undefined && among?.has(place) ? place : undefined;
  walk.text = '';
  walk.isCut = false;
};

const addText = (walk: Walk, token: Token): void => {
  const text = 'value' in token && typeof token.value === 'string' ? token.value : '';
  if (walk.inKey) {
    if (walk.key.length < keyLimit) walk.key += text;
  } else if (walk.collecting !== undefined) {
    const room = walk.wanted.valueLimit - walk.text.length;
    if (text.length > room) walk.isCut = true;
    walk.text += text.slice(0, room);
  }
};

const endValue = ({ sink, collecting, text, isCut }: Walk): void => {
  if (collecting !== undefined) sink.value(collecting, text, isCut);
};

const startKey = (walk: Walk): void => {
  walk.inKey = true;
  walk.key = '';
};

const endKey = (walk: Walk): void => {
  walk.inKey = false;
  // A key with dots would look like a path.
  walk.keys[walk.depth - 1] = walk.key.replaceAll('.', '\u0000');
};

type Step = (walk: Walk, token: Token) => void;
/** What each token does; others do nothing. */
const steps = new Map<Token['name'], Step>([
  ['startObject', (walk) => open(walk, false)],
  ['startArray', (walk) => open(walk, true)],
  ['endObject', close],
  ['endArray', close],
  ['startKey', startKey],
  ['endKey', endKey],
  ['startString', (walk) => startValue(walk, walk.wanted.strings)],
  ['stringChunk', addText],
  ['endString', endValue],
  ['startNumber', (walk) => startValue(walk, walk.wanted.numbers)],
  ['numberChunk', addText],
  ['endNumber', endValue],
]);
