import type { DoctorRequest } from '#contract/doctor.ts';
import { CommandError } from './command-error.ts';
import { readText } from './header-input.ts';

type Headers = NonNullable<DoctorRequest['headers']>;

/**
 * Headers as the endpoint is to have them: "Name: value" lines, or one JSON object. No message repeats a value.
 * @param place a file, or `-` for stdin
 * @throws CommandError 2
 */
export const headersFrom = async (place: string): Promise<Headers> => {
  const text = (await readText(place)).replace(/^\ufeff/, '');
  const headers = /^\s*\{/.test(text) ? fromJson(text) : fromLines(text);
  if (headers === undefined || headers.length === 0) {
    throw new CommandError(
      `${place === '-' ? 'stdin' : place} holds no headers. Write one "Name: value" per line, or one JSON object.`,
      2,
    );
  }
  return headers;
};

const fromJson = (text: string): Headers | undefined => {
  try {
    const pairs = Object.entries(JSON.parse(text) as object);
    if (pairs.some(([, value]) => typeof value !== 'string')) return undefined;
    return pairs.map(([name, value]) => ({ name, value: String(value).trim() }));
  } catch {
    return undefined;
  }
};

const fromLines = (text: string): Headers | undefined => {
  const headers: { name: string; value: string }[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const [, name, value] = /^([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined || value === '') return undefined;
    headers.push({ name, value });
  }
  return headers;
};
