import { toIso } from '#base/clock.ts';

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/**
 * Milliseconds in words, such as `27 h 35 min 5 s`; days only from two on, as schedules count in hours.
 * @param most how many units at most, the large ones first
 */
export const durationWords = (ms: number, most: number = units.length): string => {
  const words: string[] = [];
  let rest = Math.round(ms);
  for (const [name, size] of units) {
    if (name === 'd' && rest < 2 * size) continue;
    if (name === 'ms' && words.length > 0) continue;
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(`${count} ${name}`);
  }
  return words.slice(0, most).join(' ') || '0 s';
};

/** An instant of the wire as a person reads it, such as `2026-01-15 09:00:00 UTC`. */
export const instantWords = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

const plain = /^(\d+(?:\.\d+)?)\s*(ms|s|sec|m|min|h|d|w)$/i;
const unitLetters: Record<string, string> = { s: 'S', sec: 'S', m: 'M', min: 'M', h: 'H' };

/**
 * What a person types for an advance: an instant, `PT28H`, or `28h`, `90s`, `5min`, `2d`.
 * @returns a body of `POST /api/clock/advance`
 */
export const advanceRequest = (text: string): { by: string } | { to: string } => {
  const match = plain.exec(text);
  if (match !== null) {
    const [, count, unit] = match as unknown as [string, string, string];
    const letter = unitLetters[unit.toLowerCase()];
    if (unit.toLowerCase() === 'ms') return { by: `PT${Number(count) / 1000}S` };
    return { by: letter === undefined ? `P${count}${unit.toUpperCase()}` : `PT${count}${letter}` };
  }
  if (/^P/i.test(text)) return { by: text.toUpperCase() };
  const instantMs = Date.parse(text);
  return { to: Number.isNaN(instantMs) ? text : toIso(instantMs) };
};
