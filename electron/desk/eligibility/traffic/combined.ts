import type { EntrySink, LineReading } from './entry.ts';
import { timeProblemOf } from './fields.ts';
import { readLines } from './lines.ts';
import { commonLogTime, isCommonForm, type LogTime } from './times.ts';

/**
 * The common and the combined log format of nginx and Apache, with or without the virtual host in front. Escapes in
 * the request line are `\"` and `\xHH`. No library reads these fast enough, and the form is fixed.
 */
const form =
  /^(\S+(?: [^[]{0,300})?) \[([^\]]{10,40})\] "((?:[^"\\]|\\.)*)" (?:\d{3}|-)(?: |$)(?:\S+(?: "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)")?)?/;
const requestLine = /^([A-Za-z]{3,20}) (\S.*?)(?: HTTP\/\d(?:\.\d)?)?$/;

/** One line. A request that no client should send, such as a TLS greeting, is an entry without a request. */
export const readCombinedLine = (line: string): LineReading => {
  const match = form.exec(line);
  if (match === null) return 'unread';
  const [, lead = '', timeText = '', request = '', agent] = match;
  const time = timeOf(timeText);
  if (time === undefined && !isCommonForm(timeText)) return 'unread';
  const parts = requestLine.exec(request.includes('\\') ? unescaped(request) : request);
  if (parts === null) return 'no-request';
  const timeProblem = time === undefined ? () => timeProblemOf(timeText, []) : undefined;
  const [, method = '', target = ''] = parts;
  return { method, target, host: virtualHost(lead), time, timeProblem, agent };
};

/** Many lines are of the same second: its time is kept. */
const timeOf = (text: string): LogTime | undefined => {
  if (text !== lastText) {
    lastTime = commonLogTime(text);
    lastText = text;
  }
  return lastTime;
};
let lastText = '';
let lastTime: LogTime | undefined;

/** Four words and more before the time: the first is the virtual host, with its port. */
const virtualHost = (lead: string): string | undefined => {
  const words = lead.split(' ');
  const first = words[0] ?? '';
  return words.length >= 4 && /^[a-z0-9.-]+(:\d+)?$/i.test(first) && words[2] === '-' ? first : undefined;
};

const unescaped = (text: string): string =>
  text.replace(/\\(?:x([0-9a-fA-F]{2})|(.))/g, (_, hex: string | undefined, character: string) =>
    hex === undefined ? character : String.fromCharCode(Number.parseInt(hex, 16)),
  );

export const readCombined = (chunks: AsyncIterable<Buffer>, sink: EntrySink): Promise<undefined> =>
  readLines(chunks, sink, readCombinedLine);
