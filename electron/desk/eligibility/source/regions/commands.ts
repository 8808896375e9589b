import { type Line, linesOf } from '#desk/eligibility/source/text-lines.ts';
import { guessLanguage, languageNamed, languageOfCommand } from './guess.ts';
import { stringEnd } from './json.ts';
import { createPart, type Part, type PartMaker, slice } from './region.ts';

const heredoc = /<<[-~]?[ \t]{0,5}(["'\\]?)([A-Za-z_]\w{0,60})\1/g;
const inline =
  /(?:^|[\s|;&(`])(python[\d.]{0,5}|node|deno|bun|ruby|perl|php|psql|mysql|jq|gojq|yq|pwsh|powershell|bash|sh|sqlcmd|duckdb|snowsql|bq)((?:[ \t]+(?:-{0,2}[\w=./:$@{},+-]{1,80}|"[^"\n]{0,200}")){0,8}?)[ \t]+(['"])/g;

/** The texts that shell commands run in another language: heredocs, `python -c '…'`, `jq '…'`. Also of configuration that has heredocs. */
export const shellParts = (text: string): Part[] => [...heredocParts(text), ...inlineParts(text)];

const heredocParts = (text: string): Part[] => {
  const parts: Part[] = [];
  let unclosed = 0;
  heredoc.lastIndex = 0;
  for (let found = heredoc.exec(text); found !== null; found = heredoc.exec(text)) {
    const lineEnd = text.indexOf('\n', found.index);
    if (lineEnd < 0) break;
    const end = heredocEnd(text, lineEnd, found[2] as string);
    if (end === undefined) {
      if (++unclosed > 20) break;
      continue;
    }
    const lineStart = text.lastIndexOf('\n', found.index) + 1;
    const command = text.slice(Math.max(lineStart, found.index - 300), Math.min(lineEnd, found.index + 300));
    const language = heredocLanguage(
      command,
      found[2] as string,
      text.slice(lineEnd + 1, Math.min(end, lineEnd + 20_000)),
    );
    if (language !== undefined) parts.push(slice(text, language, lineEnd + 1, end, 'heredoc'));
    heredoc.lastIndex = end;
  }
  return parts;
};
const inlineParts = (text: string): Part[] => {
  const parts: Part[] = [];
  inline.lastIndex = 0;
  for (let found = inline.exec(text); found !== null; found = inline.exec(text)) {
    const from = found.index + found[0].length;
    const quote = found[3] as string;
    const to = quote === '"' ? stringEnd(text, from, quote) : nextOr(text, quote, from);
    const language = languageOfCommand(found[1] as string);
    if (language !== undefined && to > from) parts.push(slice(text, language, from, to, found[1]));
    inline.lastIndex = to;
  }
  return parts;
};

const nextOr = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found;
};

/** Where the line with a heredoc's mark begins; undefined if there is none within reach. */
const heredocEnd = (text: string, from: number, mark: string): number | undefined => {
  let at = from;
  const limit = Math.min(text.length, from + 200_000);
  while (at >= 0 && at < limit) {
    const next = text.indexOf('\n', at + 1);
    const line = text.slice(at + 1, next < 0 ? text.length : Math.min(next, at + 200));
    if (line.trim().replace(/[;,)]+$/, '') === mark) return at + 1;
    at = next;
  }
  return undefined;
};

const heredocLanguage = (command: string, mark: string, content: string): string | undefined => {
  for (const word of command.split(/[\s|;&(]+/)) {
    const language = languageOfCommand(word);
    if (language !== undefined && language !== 'shell') return language;
    const suffix = /\.(\w{1,6})["']?$/.exec(word)?.[1];
    const named = suffix === undefined ? undefined : languageNamed(suffix);
    if (named !== undefined) return named;
  }
  return (
    languageNamed(mark) ??
    (languageOfCommand(command.trim().split(/\s+/)[0] ?? '') || guessLanguage(content, 'script'))
  );
};

const makeVariable = /^(?:export\s+|override\s+|set\s+)?([A-Za-z_][\w.-]{0,80})[ \t]*(?::{0,3}|\?|\+)=[ \t]*/;

/** The shell of a Makefile's or a justfile's recipes, with the variables that they use, as one script. */
export const makePart = (text: string, marks: 'make' | 'just'): Part[] => {
  const maker = createPart(text);
  for (const line of linesOf(text)) {
    const start = line.from + line.indent;
    if (start >= line.to) continue;
    if (line.indent === 0) {
      const found = makeVariable.exec(text.slice(start, Math.min(line.to, start + 200)));
      if (found !== null)
        putAssignment(text, found[1] as string, start, start + found[0].length, line.to, marks, maker);
      continue;
    }
    let from = start;
    while (from < line.to && /[@-]/.test(text[from] as string)) from++;
    putRecipe(text, from, line.to, marks, maker);
    maker.put('\n', line.to);
  }
  return maker.isEmpty ? [] : [maker.part('shell', 'recipe')];
};

const putAssignment = (
  text: string,
  name: string,
  start: number,
  from: number,
  to: number,
  marks: 'make' | 'just',
  maker: PartMaker,
): void => {
  const quoted = /["']/.test(text[from] ?? '');
  maker.put(`${name.replace(/[.-]/g, '_')}=${quoted ? '' : '"'}`, start);
  putRecipe(text, from, to, marks, maker);
  maker.put(quoted ? '\n' : '"\n', to);
};

/** With `$(NAME)`, `$$name` of make and `{{name}}` of just as the shell writes them. */
const putRecipe = (
  text: string,
  from: number,
  to: number,
  marks: 'make' | 'just',
  maker: PartMaker,
): void => {
  const variable =
    marks === 'make' ? /\$(?:\$|\(([\w.-]{1,80})\))/g : /\{\{[ \t]{0,5}([\w-]{1,80})[ \t]{0,5}\}\}/g;
  let start = from;
  variable.lastIndex = from;
  for (let found = variable.exec(text); found !== null && found.index < to; found = variable.exec(text)) {
    maker.copy(start, found.index);
    maker.put(found[1] === undefined ? '$' : `\${${found[1].replace(/[.-]/g, '_')}}`, found.index);
    start = found.index + found[0].length;
  }
  maker.copy(start, to);
};

const instruction = /^(RUN|CMD|ENTRYPOINT|HEALTHCHECK|SHELL|ENV|ARG)\b[ \t]*/i;

/** The shell of a Dockerfile's instructions, with its variables, as one script. */
export const dockerPart = (text: string): Part[] => {
  const maker = createPart(text);
  const lines = linesOf(text);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as Line;
    const start = line.from + line.indent;
    const found = instruction.exec(text.slice(start, Math.min(line.to, start + 40)));
    let last = index;
    while (last + 1 < lines.length && text[(lines[last] as Line).to - 1] === '\\') last++;
    const to = (lines[last] as Line).to;
    if (found !== null) {
      const isVariable = /^(?:ENV|ARG)/i.test(found[0]);
      maker.put(isVariable ? 'export ' : '', start);
      maker.copy(start + found[0].length, to);
      maker.put('\n', to);
    }
    index = last;
  }
  return [...(maker.isEmpty ? [] : [maker.part('shell', 'RUN')]), ...heredocParts(text)];
};
