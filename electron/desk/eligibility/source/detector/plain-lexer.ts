import type { Syntax } from './languages.ts';
import { type Comment, type Lexed, lineFinder, type Token } from './tokens.ts';

/** Configuration files, line by line: a key, and its value as one literal; a line without a key is a literal. */
const lexLines = (text: string): Lexed => {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  let start = 0;
  for (let line = 1; start <= text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    lexLine(text.slice(start, end), line, start, tokens, comments);
    start = end + 1;
  }
  return { tokens, comments };
};

const lexLine = (
  content: string,
  line: number,
  start: number,
  tokens: Token[],
  comments: Comment[],
): void => {
  if (/^\s*[#;!]/.test(content)) {
    comments.push({ text: content, line, start });
    return;
  }
  const mark = content.search(/\s#/);
  const body = mark < 0 ? content : content.slice(0, mark);
  if (mark >= 0) comments.push({ text: content.slice(mark), line, start: start + mark });
  const keyed = /^[\s-]{0,200}(?:export )?["']?([\w.\-/{}[\]]{1,200})["']?\s{0,20}[:=]\s{0,20}/.exec(body);
  let from = 0;
  if (keyed !== null && !/^https?$/.test(keyed[1] as string)) {
    const key = keyed[1] as string;
    const at = body.indexOf(key);
    tokens.push({ kind: 'id', text: key, line, start: start + at, end: start + at + key.length });
    tokens.push({
      kind: 'op',
      text: ':',
      line,
      start: start + at + key.length,
      end: start + at + key.length + 1,
    });
    from = keyed[0].length;
  }
  let to = body.trimEnd().length;
  while (from < to && /[\s"']/.test(body.charAt(from))) from++;
  while (to > from && /["',]/.test(body.charAt(to - 1))) to--;
  if (to > from) {
    tokens.push({ kind: 'str', text: body.slice(from, to), line, start: start + from, end: start + to });
  }
};

/** Markup: attributes with their values, and text between marks, as literals. */
const lexMarkup = (text: string): Lexed => {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  const lineOf = lineFinder(text);
  const pieces = /<!--|[\w:.-]+\s{0,9}=\s{0,9}(?:"[^"<]*"|'[^'<]*')|<\/?[\w:.-]+|>([^<>]+)/g;
  for (let found = pieces.exec(text); found !== null; found = pieces.exec(text)) {
    const start = found.index;
    const line = lineOf(start);
    if (found[0] === '<!--') {
      const close = text.indexOf('-->', start);
      const end = close < 0 ? text.length : close + 3;
      comments.push({ text: text.slice(start, end), line, start });
      pieces.lastIndex = end;
    } else if (found[1] !== undefined) {
      const value = found[1].trim();
      const at = start + found[0].indexOf(value);
      if (value !== '')
        tokens.push({ kind: 'str', text: value, line: lineOf(at), start: at, end: at + value.length });
    } else if (found[0].startsWith('<')) {
      const name = found[0].replace(/^<\/?/, '');
      tokens.push({ kind: 'id', text: name, line, start, end: start + found[0].length });
    } else {
      const equals = found[0].indexOf('=');
      const name = found[0].slice(0, equals).trim();
      const quote = found[0].search(/["']/);
      tokens.push({ kind: 'id', text: name, line, start, end: start + name.length });
      tokens.push({ kind: 'op', text: '=', line, start: start + equals, end: start + equals + 1 });
      tokens.push({
        kind: 'str',
        text: found[0].slice(quote + 1, -1),
        line: lineOf(start + quote),
        start: start + quote + 1,
        end: start + found[0].length - 1,
      });
    }
  }
  return { tokens, comments };
};

/** Documentation: every line is a comment. */
const lexProse = (text: string): Lexed => ({ tokens: [], comments: [{ text, line: 1, start: 0 }] });

export const lexPlain = (text: string, syntax: Syntax): Lexed => {
  if (syntax.form === 'lines') return lexLines(text);
  return syntax.form === 'markup' ? lexMarkup(text) : lexProse(text);
};
