import type { LogFormat } from '#contract/eligibility.ts';
import type { LogFields } from '#desk/eligibility/reading/task.ts';
import { readCombinedLine } from './combined.ts';
import { columnsOf } from './csv.ts';

const linesLookedAt = 20;
/** The members that HAR 1.2 has in `log`; loggers have a `log` object with others. */
const har = /^\s*\{\s*"log"\s*:\s*\{\s*"(version|creator|browser|pages|entries|comment|_\w+)"/;

/** Tells the format by the start of a log; undefined if it is none that is known. */
export const formatOf = (head: string, fields: LogFields): LogFormat | undefined => {
  const text = head.replace(/^\uFEFF/, '');
  if (har.test(text)) return 'har';
  const lines = text
    .split('\n', linesLookedAt)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.some((line) => readCombinedLine(line) !== 'unread')) return 'combined';
  if (lines.some(isJsonObject)) return 'jsonl';
  // A HAR that was cut in its first kilobytes, or whose members come in another order.
  if (/^\s*\{/.test(text) && /"entries"\s*:\s*\[/.test(text)) return 'har';
  const [first] = lines;
  return first !== undefined && typeof columnsOf(first, fields) !== 'string' ? 'csv' : undefined;
};

const isJsonObject = (line: string): boolean => {
  if (!line.startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    // A line longer than what was read, and not the start of a document over many lines.
    return line.length > 1000 && !line.includes('"entries"');
  }
};
