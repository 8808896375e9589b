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

/** Told as the document is read. Only places that lead to wanted values are told. */
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
const anyItem = '*';

/** A wanted place, or one above it: the others are passed over. */
interface Place {
  readonly path: JsonPath;
  readonly below: Map<string, Place>;
  readonly wants: Set<'string' | 'number'>;
}

const newPlace = (path: JsonPath): Place => ({ path, below: new Map(), wants: new Set() });

const placesOf = ({ strings, numbers = new Set() }: JsonWanted): Place => {
  const root = newPlace('');
  const at = (path: JsonPath): Place => {
    let place = root;
    for (const key of path.split('.')) {
      const next = place.below.get(key) ?? newPlace(place === root ? key : `${place.path}.${key}`);
      place.below.set(key, next);
      place = next;
    }
    return place;
  };
  for (const path of strings) at(path).wants.add('string');
  for (const path of numbers) at(path).wants.add('number');
  return root;
};

interface Walk {
  readonly valueLimit: number;
  readonly sink: JsonSink;
  /** By depth: where the object or list there is, and where the next value in it is; undefined outside of `Place`s. */
  readonly here: (Place | undefined)[];
  readonly next: (Place | undefined)[];
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
  valueLimit: wanted.valueLimit,
  sink,
  here: [],
  next: [placesOf(wanted)],
  depth: 0,
  key: '',
  inKey: false,
  collecting: undefined,
  text: '',
  isCut: false,
  isWhole: false,
});

const open = (walk: Walk, isList: boolean): void => {
  if (walk.depth >= mostDepth) throw new Error('it is nested too deeply');
  const place = walk.next[walk.depth];
  const item = isList ? place?.below.get(anyItem) : undefined;
  walk.depth++;
  walk.here[walk.depth] = place;
  walk.next[walk.depth] = item;
  if (item !== undefined) walk.sink.listStart(item.path);
};

const close = (walk: Walk): void => {
  const place = walk.here[walk.depth];
  walk.depth--;
  if (walk.depth === 0) walk.isWhole = true;
  if (place !== undefined) walk.sink.end(place.path);
};

const startValue = (walk: Walk, kind: 'string' | 'number'): void => {
  const place = walk.next[walk.depth];
  walk.collecting = place?.wants.has(kind) ? place.path : undefined;
  walk.text = '';
  walk.isCut = false;
};

const addText = (walk: Walk, token: Token): void => {
  const text = 'value' in token && typeof token.value === 'string' ? token.value : '';
  if (walk.inKey) {
    if (walk.key.length < keyLimit) walk.key += text;
  } else if (walk.collecting !== undefined) {
    const room = walk.valueLimit - walk.text.length;
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
  walk.next[walk.depth] = walk.key === anyItem ? undefined : walk.here[walk.depth]?.below.get(walk.key);
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
  ['startString', (walk) => startValue(walk, 'string')],
  ['stringChunk', addText],
  ['endString', endValue],
  ['startNumber', (walk) => startValue(walk, 'number')],
  ['numberChunk', addText],
  ['endNumber', endValue],
]);
