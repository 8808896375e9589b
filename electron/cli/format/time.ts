import { toIso } from '#base/clock.ts';

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
