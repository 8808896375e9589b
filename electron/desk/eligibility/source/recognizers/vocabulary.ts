import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

/**
 * What the recognizers know by data: `resources/recognizers/terms.json` and `headers.json`, and the files of the same
 * names in the data folder, which add to them. `docs/reference/recognizers.md` says what may stand in them.
 */

/** A word that speaks for this service's legacy webhooks (weight above zero), or for something else (below). */
export interface Term {
  readonly weight: number;
  /** Matched in words in small letters without marks: `RuleType`, `rule_type` and `rule-type` are one. */
  readonly pattern: RegExp;
  /** Counts only close by: too common elsewhere. */
  readonly near?: boolean;
  /** No other service has it. */
  readonly specific?: boolean;
  /** Other engines for rules have it too: it counts for a third where the file speaks of something else. */
  readonly shared?: boolean;
  /** Who has it receives webhooks of this service, or reads its alerts. */
  readonly receiver?: boolean;
  /** Of a receiver's: much other code has it too, so that it does not outweigh rules that the code names its own. */
  readonly everyday?: boolean;
  /** Of a negative one: what it speaks of, and the reason that it gives. */
  readonly label?: string;
  readonly reason?: 'other-library' | 'own-field';
}

/** What stands before a header's name where it is read or set, whatever the syntax around. */
export interface Idiom {
  readonly does: 'read' | 'set';
  readonly before: RegExp;
  /** Only where no syntax tree tells more. */
  readonly unparsed: boolean;
}

export type HeaderName = 'x-service-clientid' | 'retry-after' | 'authorization';
const headerNames: readonly HeaderName[] = ['x-service-clientid', 'retry-after', 'authorization'];

export interface Vocabulary {
  readonly terms: readonly Term[];
  /** Any term at once: most words match none. */
  readonly anyTerm: RegExp;
  readonly spellings: Readonly<Record<HeaderName, RegExp>>;
  /** Functions, in small letters, that read a header by its name, or set one. */
  readonly readers: ReadonlySet<string>;
  readonly setters: ReadonlySet<string>;
  readonly idioms: readonly Idiom[];
}

let ours: Vocabulary | undefined;
let current: Vocabulary | undefined;

export const vocabulary = (): Vocabulary => {
  current ??= ourVocabulary();
  return current;
};

/** Of the program alone. Its patterns are compiled once a process, which takes longer than most scans do. */
const ourVocabulary = (): Vocabulary => {
  ours ??= read([ourFolder()]);
  return ours;
};

/**
 * Takes in what a user added.
 * @param dataDir The data folder, in which `recognizers/terms.json` and `recognizers/headers.json` may be
 * @throws Error that names the file and the place in it, if one says what it can't
 */
export const loadVocabulary = (dataDir?: string): void => {
  const added = dataDir === undefined ? undefined : join(dataDir, 'recognizers');
  current = added === undefined || !existsSync(added) ? ourVocabulary() : read([ourFolder(), added]);
};
const ourFolder = (): string => join(packageRoot(), 'resources', 'recognizers');

const read = (folders: readonly string[]): Vocabulary => {
  const terms = folders.flatMap((folder) =>
    listOf(contentOf(join(folder, 'terms.json'), []), 'terms').map(termOf),
  );
  const headers = folders.map((folder) => headersOf(contentOf(join(folder, 'headers.json'), {})));
  const spelling = (name: HeaderName): RegExp =>
    new RegExp(headers.flatMap(({ spellings }) => spellings[name]).join('|'), 'gi');
  return {
    terms,
    anyTerm: new RegExp(terms.map(({ pattern }) => pattern.source).join('|')),
    spellings: {
      'x-service-clientid': spelling('x-service-clientid'),
      'retry-after': spelling('retry-after'),
      authorization: spelling('authorization'),
    },
    readers: new Set(headers.flatMap(({ readers }) => readers)),
    setters: new Set(headers.flatMap(({ setters }) => setters)),
    idioms: headers.flatMap(({ idioms }) => idioms),
  };
};

/** A value in a file, with the way to it, for errors. */
interface Placed {
  readonly file: string;
  readonly place: string;
  readonly value: unknown;
}

const refuse = ({ file, place }: Placed, what: string): never => {
  throw new Error(
    `${file}${place === '' ? '' : `, at ${place}`}: ${what} docs/reference/recognizers.md says what may stand there.`,
  );
};

const contentOf = (file: string, none: unknown): Placed => {
  const whole: Placed = { file, place: '', value: none };
  if (!existsSync(file)) return whole;
  try {
    return { ...whole, value: JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    return refuse(whole, `It is no JSON (${(error as Error).message}).`);
  }
};

const listOf = (of: Placed, what: string): Placed[] => {
  if (!Array.isArray(of.value)) return refuse(of, `A list of ${what} is expected.`);
  return of.value.map((value: unknown, index) => ({ ...of, place: `${of.place}[${index}]`, value }));
};

const fieldsOf = (of: Placed, known: readonly string[]): ((name: string) => Placed) => {
  const { value } = of;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(of, `An object with ${known.join(', ')} is expected.`);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) return refuse(of, `"${unknown}" is unknown; there are ${known.join(', ')}.`);
  return (name) => ({
    ...of,
    place: of.place === '' ? name : `${of.place}.${name}`,
    value: (value as Record<string, unknown>)[name],
  });
};

const textOf = (of: Placed): string =>
  typeof of.value === 'string' && of.value !== '' ? of.value : refuse(of, 'A text is expected.');

const choiceOf = <const Choice extends string>(of: Placed, choices: readonly Choice[]): Choice =>
  choices.find((one) => one === of.value) ?? refuse(of, `It must be ${choices.join(' or ')}.`);

const flagOf = (of: Placed): boolean => {
  if (of.value === undefined) return false;
  return typeof of.value === 'boolean' ? of.value : refuse(of, 'It must be true or false.');
};

/** Longer ones are hardly meant; ours of the terms are lists of words. */
const longestPattern = 2000;

const patternOf = (of: Placed, flags = ''): RegExp => {
  const source = textOf(of);
  if (source.length > longestPattern)
    return refuse(of, `A pattern has at most ${longestPattern} characters.`);
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, flags);
  } catch (error) {
    return refuse(of, `It is no regular expression (${(error as Error).message}).`);
  }
  return pattern.test('') ? refuse(of, 'The pattern matches everything.') : pattern;
};

const termOf = (of: Placed): Term => {
  const field = fieldsOf(of, [
    'weight',
    'pattern',
    'near',
    'specific',
    'shared',
    'receiver',
    'everyday',
    'label',
    'reason',
  ]);
  const { value: weight } = field('weight');
  if (typeof weight !== 'number' || !(Math.abs(weight) <= 5))
    return refuse(field('weight'), 'It must be a number from -5 to 5.');
  const term: Term = {
    weight,
    pattern: patternOf(field('pattern')),
    near: flagOf(field('near')),
    specific: flagOf(field('specific')),
    shared: flagOf(field('shared')),
    receiver: flagOf(field('receiver')),
    everyday: flagOf(field('everyday')),
  };
  if (field('label').value === undefined && field('reason').value === undefined) return term;
  const reason = choiceOf<'other-library' | 'own-field'>(field('reason'), ['other-library', 'own-field']);
  return { ...term, label: textOf(field('label')), reason };
};

interface Headers {
  readonly spellings: Readonly<Record<HeaderName, readonly string[]>>;
  readonly readers: readonly string[];
  readonly setters: readonly string[];
  readonly idioms: readonly Idiom[];
}

const headersOf = (of: Placed): Headers => {
  const field = fieldsOf(of, ['spellings', 'readers', 'setters', 'idioms']);
  const listIn = (name: string): Placed[] => {
    const list = field(name);
    return list.value === undefined ? [] : listOf(list, name);
  };
  const spellings = field('spellings');
  const ofHeader = fieldsOf({ ...spellings, value: spellings.value ?? {} }, headerNames);
  const spelled = (name: HeaderName): string[] => {
    const list = ofHeader(name);
    return list.value === undefined ? [] : listOf(list, 'patterns').map((one) => patternOf(one, 'i').source);
  };
  return {
    spellings: {
      'x-service-clientid': spelled('x-service-clientid'),
      'retry-after': spelled('retry-after'),
      authorization: spelled('authorization'),
    },
    readers: listIn('readers').map((one) => textOf(one).toLowerCase()),
    setters: listIn('setters').map((one) => textOf(one).toLowerCase()),
    idioms: listIn('idioms').map(idiomOf),
  };
};

const idiomOf = (of: Placed): Idiom => {
  const field = fieldsOf(of, ['of', 'does', 'before', 'matchCase', 'unparsed']);
  const before = patternOf(field('before'), flagOf(field('matchCase')) ? '' : 'i');
  return {
    does: choiceOf(field('does'), ['read', 'set']),
    // It is tried on what stands before the name.
    before: before.source.endsWith('$') ? before : new RegExp(`(?:${before.source})$`, before.flags),
    unparsed: flagOf(field('unparsed')),
  };
};
