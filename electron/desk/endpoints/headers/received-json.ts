import type { Pair } from './received-pairs.ts';

/** Headers in JSON: by themselves, or in an entry of a log. */

/** Under these is what the consumer answered. */
const answers = new Set(['res', 'response', 'responseheaders', 'response_headers']);
const depthLimit = 12;

/** @returns undefined if the text is no JSON, neither whole nor line by line */
export const fromJson = (text: string): (readonly Pair[])[] | undefined => {
  if (!/^[{[]/.test(text)) return undefined;
  const whole = parse(text);
  if (whole !== undefined) return requestsOf(whole);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const entries = lines.map(parse);
  if (entries.some((entry) => typeof entry !== 'object' || entry === null)) return undefined;
  return entries.flatMap(requestsOf);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const requestsOf = (value: unknown): (readonly Pair[])[] => {
  const own = listed(value);
  if (own !== undefined) return [own];
  const within = inside(value, 0);
  if (within.length > 0 || !isObject(value)) return within;
  return [Object.entries(value).flatMap(([name, one]) => pairs(name, one))];
};

/** What is under `headers` and the like, however deep. */
const inside = (value: unknown, depth: number): (readonly Pair[])[] => {
  if (depth > depthLimit) return [];
  if (Array.isArray(value)) return value.flatMap((one) => inside(one, depth + 1));
  if (!isObject(value)) return [];
  const own = ['rawHeaders', 'multiValueHeaders', 'headers', 'Headers']
    .map((name) => value[name])
    .find((one) => typeof one === 'object' && one !== null);
  if (own !== undefined) {
    const list = listed(own);
    return [list ?? Object.entries(own).flatMap(([name, one]) => pairs(name, one))];
  }
  return Object.entries(value).flatMap(([name, one]) =>
    answers.has(name.toLowerCase()) ? [] : inside(one, depth + 1),
  );
};

/** A list of pairs, of `{ name, value }`, of names and values in turn, or of lines. */
const listed = (value: unknown): readonly Pair[] | undefined => {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (value.every((one) => typeof one === 'string')) {
    const lines = value.map((one) => /^([\w-]+):\s*(.*)$/s.exec(one));
    if (lines.every((line) => line !== null)) {
      return lines.map((line): Pair => [line[1] as string, line[2] as string]);
    }
    if (value.length % 2 === 1) return undefined;
    return value.flatMap((name, at): Pair[] => (at % 2 === 0 ? [[name, value[at + 1] as string]] : []));
  }
  const each = value.map((one): readonly Pair[] | undefined => {
    if (Array.isArray(one)) {
      return one.length === 2 && typeof one[0] === 'string' ? pairs(one[0], one[1]) : undefined;
    }
    const name = isObject(one) ? (one.name ?? one.key) : undefined;
    return typeof name === 'string' && isObject(one) && 'value' in one ? pairs(name, one.value) : undefined;
  });
  return each.every((one) => one !== undefined) ? each.flat() : undefined;
};

const pairs = (name: string, value: unknown): readonly Pair[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one): Pair[] =>
    typeof one === 'string' || typeof one === 'number' ? [[name, String(one)]] : [],
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
