import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { packageRoot } from '#base/package-root.ts';
import { checkedJson } from '#desk/eligibility/source/checked-json.ts';

/**
 * What the recognizers know by data: `resources/recognizers/terms.json` and `headers.json`, and the files of the same
 * names in the data folder, which add to them. Their form: `docs/reference/recognizers.md`.
 */

const Text = Type.String({ minLength: 1 });
const Flag = Type.Optional(Type.Boolean());
/** Longer ones are hardly meant; ours of the terms are lists of words. */
const longestPattern = 2000;
const patternProblem = (source: string): string | undefined => {
  try {
    return new RegExp(source).test('') ? 'matches everything' : undefined;
  } catch (error) {
    return `is not a regular expression (${(error as Error).message})`;
  }
};
const Pattern = Type.Refine(
  Type.String({ minLength: 1, maxLength: longestPattern }),
  (source) => patternProblem(source) === undefined,
  (source) => patternProblem(source) ?? '',
);
const Patterns = Type.Optional(Type.Array(Pattern));
const Functions = Type.Optional(Type.Array(Text));
const strict = { additionalProperties: false };

const TermEntry = Type.Object(
  {
    /** Above zero, it speaks for this service's legacy webhooks; below, for something else. */
    weight: Type.Number({ minimum: -5, maximum: 5 }),
    /** Matched in words in small letters without marks: `RuleType`, `rule_type` and `rule-type` are one. */
    pattern: Pattern,
    /** Counts only close by: too common elsewhere. */
    near: Flag,
    /** No other service has it. */
    specific: Flag,
    /** Other engines for rules have it too: it counts for a third where the file is about something else. */
    shared: Flag,
    /** Code that has it receives webhooks of this service, or reads its alerts. */
    receiver: Flag,
    /** Of a receiver's: much other code has it too, so that it does not outweigh rules that the code names its own. */
    everyday: Flag,
    /** Of a negative one: what it is about, and the reason that it gives. */
    label: Type.Optional(Text),
    reason: Type.Optional(Type.Enum(['other-library', 'own-field'])),
    /**
     * Of software with rules of its own, which receives no alerts of other services (`own-objects`); a linter's code may
     * have a word of this service all the same (`linter`).
     */
    role: Type.Optional(Type.Enum(['own-objects', 'linter'])),
  },
  { ...strict, dependentRequired: { label: ['reason'], reason: ['label'], role: ['label'] } },
);
const TermsFile = Type.Array(TermEntry);

const IdiomEntry = Type.Object(
  {
    /** A note for readers. */
    of: Type.Optional(Type.Unknown()),
    does: Type.Enum(['read', 'set']),
    before: Pattern,
    matchCase: Flag,
    /** Only where no syntax tree tells more. */
    unparsed: Flag,
  },
  strict,
);
const HeadersFile = Type.Object(
  {
    spellings: Type.Optional(
      Type.Object(
        { 'x-service-clientid': Patterns, 'retry-after': Patterns, authorization: Patterns },
        strict,
      ),
    ),
    readers: Functions,
    setters: Functions,
    idioms: Type.Optional(Type.Array(IdiomEntry)),
  },
  strict,
);

export type Term = Omit<Static<typeof TermEntry>, 'pattern'> & { readonly pattern: RegExp };

/** Labels of our terms in earlier versions, which terms of a data folder may still have; some of them implied a role. */
const labelsBefore: Readonly<Record<string, Pick<Term, 'label' | 'role'>>> = {
  'a tool that checks code': { label: 'linters', role: 'linter' },
  "a network's protection": { label: 'firewalls', role: 'own-objects' },
  'a tool that detects attacks': { label: 'intrusion detection', role: 'own-objects' },
  'rules of a mailbox': { label: 'mailbox rules', role: 'own-objects' },
  'style sheets': { label: 'style sheets', role: 'own-objects' },
  'an engine for business rules': { label: 'business rule engines' },
  'a monitoring tool': { label: 'monitoring' },
};

/** What stands before a header's name where it is read or set, whatever the syntax around. */
interface Idiom {
  readonly does: 'read' | 'set';
  readonly before: RegExp;
  readonly unparsed: boolean;
}

export type HeaderName = 'x-service-clientid' | 'retry-after' | 'authorization';

interface Vocabulary {
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

/** The program's own. Its patterns are compiled once a process, which takes longer than most scans do. */
const ourVocabulary = (): Vocabulary => {
  ours ??= read([ourFolder()]);
  return ours;
};

/**
 * Adds a user's terms and headers.
 * @param dataDir The data folder, in which `recognizers/terms.json` and `recognizers/headers.json` may be
 * @throws Error that names the file and the place in it, if one is malformed
 */
export const loadVocabulary = (dataDir?: string): void => {
  const added = dataDir === undefined ? undefined : join(dataDir, 'recognizers');
  current = added === undefined || !existsSync(added) ? ourVocabulary() : read([ourFolder(), added]);
};
const ourFolder = (): string => join(packageRoot(), 'resources', 'recognizers');

const read = (folders: readonly string[]): Vocabulary => {
  const contentOf = <Schema extends typeof TermsFile | typeof HeadersFile>(name: string, schema: Schema) =>
    folders
      .map((folder) => join(folder, name))
      .filter((file) => existsSync(file))
      .map((file) => checkedJson(file, schema));
  const terms = contentOf('terms.json', TermsFile)
    .flat()
    .map((term) => ({ ...labelled(term), pattern: new RegExp(term.pattern) }));
  const headers = contentOf('headers.json', HeadersFile);
  const spelling = (name: HeaderName): RegExp =>
    new RegExp(headers.flatMap(({ spellings }) => spellings?.[name] ?? []).join('|'), 'gi');
  const functions = (does: 'readers' | 'setters'): ReadonlySet<string> =>
    new Set(headers.flatMap((one) => one[does] ?? []).map((name) => name.toLowerCase()));
  return {
    terms,
    anyTerm: new RegExp(terms.map(({ pattern }) => pattern.source).join('|')),
    spellings: {
      'x-service-clientid': spelling('x-service-clientid'),
      'retry-after': spelling('retry-after'),
      authorization: spelling('authorization'),
    },
    readers: functions('readers'),
    setters: functions('setters'),
    idioms: headers.flatMap(({ idioms = [] }) => idioms).map(idiomOf),
  };
};

const labelled = (term: Static<typeof TermEntry>): Static<typeof TermEntry> => {
  const { label, role } = labelsBefore[term.label ?? ''] ?? {};
  return label === undefined ? term : { role, ...term, label };
};

const idiomOf = ({ does, before, matchCase, unparsed = false }: Static<typeof IdiomEntry>): Idiom => ({
  does,
  // It is tried on what stands before the name.
  before: new RegExp(before.endsWith('$') ? before : `(?:${before})$`, matchCase ? '' : 'i'),
  unparsed,
});
