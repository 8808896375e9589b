/** Numbers and sizes in sentences for people. */

export const counted = (count: number): string => count.toLocaleString('en-US');

/** Such as "1 file" and "2,300 files". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : many}`;

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A name or a line as it can be shown and stored: no control characters, no halves of characters, not too long. */
export const shown = (text: string, limit: number): string =>
  text
    .slice(0, limit)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\uFFFD');

/** Bytes in powers of 1000, with one digit after the point below ten. */
export const sizeOf = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
};
