import type { Pair } from './received-pairs.ts';

/**
 * Headers in lines of text, which may be hostile: what is the rest of a line is matched with `s`, as a line separator in it
 * would else make each beginning be tried to the end.
 */

const requestLine = /^\s*(?:>\s*)?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+( HTTP\/[\d.]+)?\s*$/;
const statusLine = /^\s*(?:<\s*)?HTTP\/[\d.]+ \d{3}\b/;
const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const plain = new RegExp(`^\\s*(?:[>*]\\s+)?(${token})\\s*:\\s?(.*)$`, 's');
/** As languages write what they hold: `"Name": "value",`, `'Name' => 'value'`, `[Name] => value`. */
const held = /^\s*["'[]{1,2}([\w-]+)["'\]]{1,2}\s*(?::|=>)\s*(.*)$/s;
const cgi = /^\s*((?:REDIRECT_)?HTTP_[A-Z0-9_]+)\s*[=:]\s*(.*)$/s;
const oneLine = /(["'])([\w-]+)\1\s*(?::|=>)\s*(["'])(.*?)\3/g;

/**
 * @param names that are looked for behind other words of a line, such as a time
 * @returns one list for each request
 */
export const fromLines = (text: string, names: readonly string[]): (readonly Pair[])[] => {
  const requests: Pair[][] = [[]];
  let answer = false;
  const behind = new RegExp(
    `(?:^|[\\s\\]|>"'(])(${names.map(RegExp.escape).join('|')})["']?\\s*(?::|=>)\\s?(.*)$`,
    'is',
  );
  for (const line of text.split(/\r?\n/)) {
    if (requestLine.test(line)) {
      requests.push([]);
      answer = false;
    } else if (statusLine.test(line)) {
      answer = true;
    } else if (!answer && !/^\s*<\s/.test(line)) {
      requests.at(-1)?.push(...pairsOf(line, behind));
    }
  }
  return requests;
};

const pairsOf = (line: string, behind: RegExp): Pair[] => {
  if (/^\s*[{[(]/.test(line)) {
    const several = [...line.matchAll(oneLine)].map(([, , name, , value]): Pair => [name ?? '', value ?? '']);
    if (several.length > 0) return several;
  }
  const wanted = behind.exec(line);
  const found = cgi.exec(line) ?? held.exec(line) ?? wanted ?? plain.exec(line);
  return found === null ? [] : [[found[1] as string, unquoted(found[2] as string)]];
};

const unquoted = (value: string): string => {
  const text = value.trim();
  return /^(["'])(.*)\1,?$/s.exec(text)?.[2] ?? text;
};
