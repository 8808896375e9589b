import type { TokenSet } from '#contract/sandbox.ts';

/** Token sets as files, made in the page: the desk issues them once. */

export const jsonFile = (sets: readonly TokenSet[]): Uint8Array<ArrayBuffer> =>
  encoded(`${JSON.stringify(sets, undefined, 2)}\n`);

/** A column for each credential field. */
export const csvFile = (sets: readonly TokenSet[]): Uint8Array<ArrayBuffer> => {
  const fields = [...new Set(sets.flatMap(({ credentials }) => Object.keys(credentials)))];
  const rows = sets.map(({ id, platformKey, behaviour, issued, credentials }) => [
    id,
    platformKey,
    behaviour,
    issued,
    ...fields.map((field) => credentials[field] ?? ''),
  ]);
  const lines = [['id', 'platformKey', 'behaviour', 'issued', ...fields], ...rows];
  return encoded(lines.map((line) => `${line.map(cell).join(',')}\r\n`).join(''));
};

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
