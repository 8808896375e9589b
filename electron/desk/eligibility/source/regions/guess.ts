import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import table from './language-names.json' with { type: 'json' };

const { shellKeys, shellForm, queryForm } = patternsOf('regions/guess');

/** What language a text is written in that stands as a value in another file, by its content and by its key. */

const interpreters: readonly (readonly [RegExp, string])[] = [
  [/^python/, 'python'],
  [/^(?:node|deno|bun)/, 'javascript'],
  [/^ruby/, 'ruby'],
  [/^perl/, 'perl'],
  [/^php/, 'php'],
  [/^lua/, 'lua'],
  [/^(?:pwsh|powershell)/, 'powershell'],
  [/^(?:psql|mysql|sqlite3?|sqlcmd|bq|snowsql|duckdb)/, 'sql'],
  [/^(?:jq|yq|gojq)$/, 'jq'],
  [/^(?:ba|z|k|da|a)?sh$/, 'shell'],
];

/** The language that a command of this name runs. */
export const languageOfCommand = (command: string): string | undefined => {
  const name = command.slice(command.lastIndexOf('/') + 1).toLowerCase();
  return interpreters.find(([pattern]) => pattern.test(name))?.[1];
};

/** Languages by the names that fences, `lang=`, `LANGUAGE` and kernels give them. Data: `language-names.json`. */
const names: Readonly<Record<string, string>> = table;

/** The language of a name; undefined if it is none that is known. */
export const languageNamed = (name: string): string | undefined => {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(names, key) ? names[key] : undefined;
};

const codeKeys = /^(?:jscode|functioncode|func|function|initialize|finalize|code|javascript|on\w+)$/i;
const pythonForm =
  /(?:^|\n)[ \t]*(?:import [\w., ]+(?:\n|$)|from [\w.]+ import |def \w+\s*\(|class \w+.*:[ \t]*\n|for \w+ in .*:\s*(?:\n|$)|if .{1,200}:\s*\n)|\bprint\(|\bjson\.loads\(/;
const scriptForm =
  /\b(?:const|let|var)\s+[\w${[]|=>|\bfunction\b\s{0,5}\w{0,60}\s{0,5}\(|\brequire\(|\bconsole\.|\bJSON\.(?:parse|stringify)\(|\b(?:return|await)\s+[\w$({['"]|\bmsg\.(?:payload|headers|req|url)\b/;
const powerForm =
  /\b(?:Invoke-(?:RestMethod|WebRequest)|Write-(?:Host|Output)|ConvertFrom-Json|ForEach-Object|Get-Content|param\s*\()/i;
const luaForm = /\blocal\s+[\w, ]{1,80}=|\bngx\.|\bfunction\s+envoy_on_/;
const weaveForm = /^\s*%dw\b/;
const expressionForm =
  /\{\{|\{%|@\{|\$\{|\$\(|<%|^\s*=|^@\w|\$\.|\$\[|\$json\b|\$input\b|->>|@\(|^\s*\.[\w"[]|\.[A-Za-z_]\w*|\[['"]/;

/**
 * The language of a value of some document; undefined for plain data.
 * @param key Of the value, as `run` in a workflow.
 */
export const guessLanguage = (text: string, key = ''): string | undefined => {
  const head = text.length > 20_000 ? text.slice(0, 20_000) : text;
  const shebang = /^\s*#!\s*(?:\S*\/env(?: -S)?\s+)?(\S+)/.exec(head)?.[1];
  const run = shebang === undefined ? undefined : languageOfCommand(shebang);
  return run ?? byMarks(head) ?? byKey(head, key) ?? byForm(head);
};

/** By signs that one language alone begins with. */
const byMarks = (head: string): string | undefined => {
  const isJson =
    /^\s*[{[]\s*(?:"|\{|\[|\}|\])/.test(head) && /["\]}]\s*[,:}\]]/.test(head) && !/^\s*\{[{%]/.test(head);
  if (isJson) return 'json';
  if (/^\s*<\?php/.test(head)) return 'php';
  if (/^\s*<(?:[?!a-z])/i.test(head)) return xmlOrHtml(head);
  if (weaveForm.test(head)) return 'dataweave';
  if (powerForm.test(head)) return 'powershell';
  return luaForm.test(head) ? 'lua' : undefined;
};
const xmlOrHtml = (head: string): string => (/<html|<body|<script|<div/i.test(head) ? 'html' : 'xml');

const byKey = (head: string, key: string): string | undefined => {
  if (shellKeys.test(key)) return shellOr(head);
  if (!codeKeys.test(key)) return undefined;
  return pythonForm.test(head) && !scriptForm.test(head) ? 'python' : 'javascript';
};
const byForm = (head: string): string | undefined => {
  if (queryForm.test(head) || isSelect(head)) return 'sql';
  if (pythonForm.test(head) && !/[;{]\s*(?:\n|$)/.test(head)) return 'python';
  if (shellForm.test(head) && !/^\s*(?:const|let|var|return)\b/.test(head)) return 'shell';
  if (scriptForm.test(head)) return 'javascript';
  return expressionForm.test(head) ? 'expression' : undefined;
};

const shellOr = (head: string): string => {
  if (shellForm.test(head)) return 'shell';
  if (pythonForm.test(head)) return 'python';
  return scriptForm.test(head) && /[;{]\s*(?:\n|$)/.test(head) ? 'javascript' : 'shell';
};

const isSelect = (head: string): boolean => {
  const start = head.search(/\b(?:select|with)\s/i);
  return start >= 0 && /\bselect\b/i.test(head) && /\bfrom\s+["'`{\w$(]/i.test(head.slice(start));
};
