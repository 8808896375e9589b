/** How the languages that are read write comments and strings. Data only; the lexer interprets it. */

export type Interpolation = '${' | '#{' | '{' | '$' | '\\(';

export interface StringForm {
  readonly open: string;
  readonly close: string;
  /** May go over several lines; otherwise an unclosed one ends with its line. */
  readonly multi: boolean;
  readonly escape: 'backslash' | 'double' | 'none';
  /** `$` is both `$name` and `${…}` or `{$…}`. */
  readonly interpolation?: Interpolation;
}

export interface Syntax {
  readonly form: 'code' | 'lines' | 'markup' | 'prose';
  readonly line: readonly string[];
  readonly block: readonly (readonly [string, string])[];
  readonly strings: readonly StringForm[];
  /** A slash where an operand may stand begins a regular expression. */
  readonly regexp?: boolean;
  readonly heredoc?: '<<' | '<<<';
  /** Code stands between these only, if the text holds the first one. */
  readonly within?: '<?';
  /** A dot joins texts. */
  readonly dotJoins?: boolean;
  /** A triple-quoted text that stands alone is documentation. */
  readonly docstrings?: boolean;
}

const plain = (quote: string, multi = false): StringForm => ({
  open: quote,
  close: quote,
  multi,
  escape: 'backslash',
});
const cComments = { line: ['//'], block: [['/*', '*/']] } as const;

const pythonStrings = (): StringForm[] => {
  const forms: StringForm[] = [];
  for (const prefix of ['', 'r', 'b', 'u', 'f', 'rb', 'br', 'fr', 'rf']) {
    const spelled = new Set([prefix, prefix.toUpperCase(), prefix.charAt(0).toUpperCase() + prefix.slice(1)]);
    for (const spelling of spelled) {
      for (const quote of ['"""', "'''", '"', "'"]) {
        forms.push({
          open: spelling + quote,
          close: quote,
          multi: quote.length === 3,
          escape: 'backslash',
          ...(prefix.includes('f') ? { interpolation: '{' as const } : {}),
        });
      }
    }
  }
  return forms;
};

const javascript: Syntax = {
  form: 'code',
  line: ['//'],
  block: [
    ['/*', '*/'],
    ['<!--', '-->'],
  ],
  strings: [plain('"'), plain("'"), { ...plain('`', true), interpolation: '${' }],
  regexp: true,
};
const csharp: Syntax = {
  form: 'code',
  ...cComments,
  strings: [
    { open: '$$"""', close: '"""', multi: true, escape: 'none' },
    { open: '$"""', close: '"""', multi: true, escape: 'none', interpolation: '{' },
    { open: '"""', close: '"""', multi: true, escape: 'none' },
    { open: '$@"', close: '"', multi: true, escape: 'double', interpolation: '{' },
    { open: '@$"', close: '"', multi: true, escape: 'double', interpolation: '{' },
    { open: '@"', close: '"', multi: true, escape: 'double' },
    { ...plain('"'), open: '$"', interpolation: '{' },
    plain('"'),
    plain("'"),
  ],
};
const java: Syntax = { form: 'code', ...cComments, strings: [plain('"""', true), plain('"'), plain("'")] };
const kotlin: Syntax = {
  form: 'code',
  ...cComments,
  strings: [
    { open: '"""', close: '"""', multi: true, escape: 'none', interpolation: '$' },
    { ...plain('"'), interpolation: '$' },
    plain("'"),
  ],
};
const groovy: Syntax = {
  ...kotlin,
  strings: [...kotlin.strings.slice(0, 2), plain("'''", true), plain("'")],
};
const go: Syntax = {
  form: 'code',
  ...cComments,
  strings: [{ open: '`', close: '`', multi: true, escape: 'none' }, plain('"'), plain("'")],
};
const ruby: Syntax = {
  form: 'code',
  line: ['#'],
  block: [['\n=begin', '\n=end']],
  strings: [
    { ...plain('"', true), interpolation: '#{' },
    plain("'", true),
    { ...plain('`'), interpolation: '#{' },
  ],
  regexp: true,
  heredoc: '<<',
};
const php: Syntax = {
  form: 'code',
  line: ['//', '#'],
  block: [['/*', '*/']],
  strings: [{ ...plain('"', true), interpolation: '$' }, plain("'", true)],
  heredoc: '<<<',
  within: '<?',
  dotJoins: true,
};
const python: Syntax = { form: 'code', line: ['#'], block: [], strings: pythonStrings(), docstrings: true };
const sql: Syntax = {
  form: 'code',
  line: ['--'],
  block: [['/*', '*/']],
  strings: [{ open: "'", close: "'", multi: true, escape: 'double' }],
};
const swift: Syntax = {
  form: 'code',
  ...cComments,
  strings: [
    { ...plain('"""', true), interpolation: '\\(' },
    { ...plain('"'), interpolation: '\\(' },
  ],
};
const json: Syntax = { form: 'code', ...cComments, strings: [plain('"')] };
const lines: Syntax = { form: 'lines', line: ['#'], block: [], strings: [] };
const markup: Syntax = { form: 'markup', line: [], block: [['<!--', '-->']], strings: [] };
const prose: Syntax = { form: 'prose', line: [], block: [], strings: [] };

export const syntaxes: Readonly<Record<string, Syntax>> = {
  JavaScript: javascript,
  TypeScript: javascript,
  Vue: javascript,
  Svelte: javascript,
  'C#': csharp,
  Python: python,
  Java: java,
  Kotlin: kotlin,
  Scala: kotlin,
  Groovy: groovy,
  Go: go,
  Ruby: ruby,
  PHP: php,
  SQL: sql,
  Swift: swift,
  Dart: { ...kotlin, strings: [...kotlin.strings.slice(0, 2), { ...plain("'"), interpolation: '$' }] },
  Rust: { ...java, strings: [plain('"', true)] },
  JSON: json,
  YAML: lines,
  Properties: lines,
  TOML: lines,
  Environment: lines,
  Shell: lines,
  HTTP: lines,
  XML: markup,
  Markdown: prose,
};

const byExtension: Readonly<Record<string, string>> = {
  js: 'JavaScript',
  jsx: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  mts: 'TypeScript',
  cts: 'TypeScript',
  vue: 'Vue',
  svelte: 'Svelte',
  cs: 'C#',
  csx: 'C#',
  cshtml: 'C#',
  razor: 'C#',
  py: 'Python',
  pyw: 'Python',
  pyi: 'Python',
  java: 'Java',
  kt: 'Kotlin',
  kts: 'Kotlin',
  scala: 'Scala',
  groovy: 'Groovy',
  gradle: 'Groovy',
  go: 'Go',
  rb: 'Ruby',
  rake: 'Ruby',
  ru: 'Ruby',
  erb: 'Ruby',
  php: 'PHP',
  phtml: 'PHP',
  inc: 'PHP',
  sql: 'SQL',
  swift: 'Swift',
  dart: 'Dart',
  rs: 'Rust',
  json: 'JSON',
  jsonc: 'JSON',
  json5: 'JSON',
  yml: 'YAML',
  yaml: 'YAML',
  properties: 'Properties',
  ini: 'Properties',
  conf: 'Properties',
  cfg: 'Properties',
  toml: 'TOML',
  env: 'Environment',
  sh: 'Shell',
  bash: 'Shell',
  ps1: 'Shell',
  http: 'HTTP',
  rest: 'HTTP',
  xml: 'XML',
  config: 'XML',
  md: 'Markdown',
  mdx: 'Markdown',
  rst: 'Markdown',
  adoc: 'Markdown',
};

/** The language of a supported file, by its name; undefined if it is not one that is read. */
export const languageOf = (path: string): string | undefined => {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  if (name.includes('.env') && /^(?:\.env(?:\..*)?|.*\.env\.[a-z.]+)$/.test(name)) return 'Environment';
  if (name === 'rakefile' || name === 'gemfile') return 'Ruby';
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1);
  return Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
};

const quoted = new Set(
  'JavaScript TypeScript Vue Svelte C# Python Java Kotlin Scala Groovy Go PHP SQL Swift Dart Rust JSON'.split(
    ' ',
  ),
);

/** Whether a word without quotes is a name in the language of a file, and no value. */
export const needsQuotes = (path: string): boolean => quoted.has(languageOf(path) ?? '');
