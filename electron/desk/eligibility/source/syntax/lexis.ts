/** How languages without a grammar write comments and texts. Data only: `tokens.ts` interprets it. */
export interface Lexis {
  /** Begin a comment up to the end of the line. */
  readonly line: readonly string[];
  /** The same, where nothing but blanks stands before on the line. */
  readonly lineStart?: readonly string[];
  readonly block: readonly (readonly [string, string])[];
  /** Characters that open and close a text; tripled too. */
  readonly quotes: string;
  /** A doubled quote stands for one, and backslashes for themselves. */
  readonly doubled?: true;
  /** Beginnings of a computed part inside a text. */
  readonly holes: readonly ('${' | '#{' | '\\(' | '$' | '{' | '#' | '@')[];
}

const c = { line: ['//'], block: [['/*', '*/']] } as const;
const dollar = ['${', '$'] as const;

const lexes: Readonly<Record<string, Lexis>> = {
  swift: { ...c, quotes: '"', holes: ['\\('] },
  dart: { ...c, quotes: '"\'', holes: dollar },
  groovy: { ...c, quotes: '"\'', holes: dollar },
  kotlin: { ...c, quotes: '"\'', holes: dollar },
  scala: { ...c, quotes: '"', holes: dollar },
  objc: { ...c, quotes: '"\'', holes: [] },
  apex: { ...c, quotes: "'", holes: [] },
  vb: {
    line: ["'"],
    lineStart: ['REM ', 'Rem ', 'rem '],
    block: [],
    quotes: '"',
    doubled: true,
    holes: ['{'],
  },
  fsharp: { line: ['//'], block: [['(*', '*)']], quotes: '"', holes: ['{'] },
  ocaml: { line: [], block: [['(*', '*)']], quotes: '"', holes: [] },
  haskell: { line: ['--'], block: [['{-', '-}']], quotes: '"', holes: ['#{'] },
  elm: { line: ['--'], block: [['{-', '-}']], quotes: '"', holes: [] },
  elixir: { line: ['#'], block: [], quotes: '"\'', holes: ['#{'] },
  erlang: { line: ['%'], block: [], quotes: '"\'', holes: [] },
  perl: {
    line: ['#'],
    lineStart: ['=head', '=pod', '=item'],
    block: [],
    quotes: '"\'`',
    holes: ['${', '$', '@'],
  },
  ruby: { line: ['#'], block: [['\n=begin', '\n=end']], quotes: '"\'`', holes: ['#{'] },
  crystal: { line: ['#'], block: [], quotes: '"', holes: ['#{'] },
  r: { line: ['#'], block: [], quotes: '"\'', holes: ['{'] },
  julia: { line: ['#'], block: [['#=', '=#']], quotes: '"', holes: dollar },
  lua: { line: ['--'], block: [['--[[', ']]']], quotes: '"\'', holes: [] },
  clojure: { line: [';'], block: [], quotes: '"', holes: [] },
  lisp: { line: [';'], block: [['#|', '|#']], quotes: '"', holes: [] },
  powershell: { line: ['#'], block: [['<#', '#>']], quotes: '"\'', holes: ['${', '$'] },
  coffeescript: { line: ['#'], block: [['###', '###']], quotes: '"\'', holes: ['#{'] },
  sql: { line: ['--'], block: [['/*', '*/']], quotes: '\'"', doubled: true, holes: [] },
  pascal: {
    line: ['//'],
    block: [
      ['{', '}'],
      ['(*', '*)'],
    ],
    quotes: "'",
    doubled: true,
    holes: [],
  },
  cobol: { line: ['*>'], lineStart: ['*'], block: [], quotes: '"\'', doubled: true, holes: [] },
  abap: { line: ['"'], lineStart: ['*'], block: [], quotes: "'`|", doubled: true, holes: ['{'] },
  tcl: { line: [], lineStart: ['#'], block: [], quotes: '"', holes: ['$', '${'] },
  expression: { ...c, quotes: '"\'`', holes: ['${'] },
  awk: { line: ['#'], block: [], quotes: '"', holes: [] },
  jq: { line: ['#'], block: [], quotes: '"', holes: ['\\('] },
  hcl: { line: ['#', '//'], block: [['/*', '*/']], quotes: '"', holes: ['${'] },
  bicep: { ...c, quotes: "'", holes: ['${'] },
  jsonnet: { line: ['//', '#'], block: [['/*', '*/']], quotes: '"\'', holes: [] },
  dhall: { line: ['--'], block: [['{-', '-}']], quotes: '"', holes: ['${'] },
  vcl: { line: ['#', '//'], block: [['/*', '*/']], quotes: '"', holes: [] },
  graphql: { line: ['#'], block: [], quotes: '"', holes: [] },
  json: { ...c, quotes: '"', holes: [] },
  toml: { line: ['#'], block: [], quotes: '"\'', holes: [] },
  python: { line: ['#'], block: [], quotes: '"\'', holes: ['{'] },
  php: { line: ['//', '#'], block: [['/*', '*/']], quotes: '"\'', holes: ['{', '$'] },
  shell: { line: ['#'], block: [], quotes: '"\'', holes: ['${', '$'] },
  css: { line: [], block: [['/*', '*/']], quotes: '"\'', holes: [] },
};
const sameLexis: Readonly<Record<string, string>> = {
  csharp: 'fsharp',
  typescript: 'dart',
  javascript: 'dart',
  tsx: 'dart',
  java: 'dart',
  nim: 'python',
  rescript: 'dart',
};
/** Of a language that nobody named: whatever is usual, as far as it can't be mistaken. */
const usual: Lexis = {
  line: ['//'],
  lineStart: ['#', '-- ', ';', '%', "' ", '!', '* '],
  block: [
    ['/*', '*/'],
    ['{-', '-}'],
    ['(*', '*)'],
    ['<!--', '-->'],
  ],
  quotes: '"\'`',
  holes: ['${', '#{', '\\('],
};
export const lexisOf = (language: string): Lexis => lexes[sameLexis[language] ?? language] ?? usual;
