/** Values in JSON by their place, such as `payload.dataTypes[].status`. */

export type Json = Readonly<Record<string, unknown>>;

/** `[]` in a place stands for the element that is looked at. */
export type Place = readonly string[];

const each = '[]';

export const placeOf = (path: string): Place =>
  path.split('.').flatMap((step) => (step.endsWith(each) ? [step.slice(0, -each.length), each] : [step]));

/** The list whose elements a place looks at; undefined if it looks at none. */
export const listOf = (place: Place): Place | undefined => {
  const at = place.indexOf(each);
  return at < 0 ? undefined : place.slice(0, at);
};

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param element that `[]` stands for */
export const valueAt = (body: unknown, place: Place, element?: unknown): unknown => {
  let value = body;
  for (const step of place) {
    if (step === each) value = element;
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
};

export const isNothing = (value: unknown): value is undefined | null => value === undefined || value === null;

/** Whether two values say the same; null and no value do. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other || (isNothing(one) && isNothing(other))) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return JSON.stringify(one) === JSON.stringify(other);
};

/** A value in a text that tells it from every other: `1` and `"1"` differ. */
export const keyOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return isNothing(value) ? '\u0000' : `\u0000${JSON.stringify(value)}`;
};

const shownLength = 120;

/** A text of a stranger as a report keeps it: no control characters, no halves of characters, not too long. */
export const plainText = (text: string, length = shownLength): string =>
  (text.length > length ? `${text.slice(0, length - 1)}…` : text)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');

export const shownValue = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  return plainText(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));
};
