import { ListError, type RowCounter } from './list-rows.ts';

/** No row is longer, characters. */
const longestRow = 1_048_576;
const wrapper = /^\s*\{\s*"(rows|results)"\s*:\s*\[/;

/** Rows of JSON lines, of an array, or of the array in an object: the objects at one depth. */
export const createJsonRows = (): RowCounter => {
  const strings = createStrings();
  let depth = 0;
  let rows = 0;
  /** How deep rows are: told by how the text begins. */
  let rowDepth: number | undefined;
  let first = '';
  let isFirst = false;
  const take = (character: string): void => {
    if (character === '{' && depth === rowDepth) {
      rows++;
      isFirst = rows === 1;
    }
    if (isFirst && first.length <= longestRow) first += character;
    if (character === '{' || character === '[') depth++;
    if (character !== '}' && character !== ']') return;
    depth--;
    if (depth === rowDepth) isFirst = false;
  };
  return {
    add(text) {
      rowDepth ??= wrapper.test(text) ? 2 : /^\s*\[/.test(text) ? 1 : 0;
      for (const character of text) {
        if (!strings.isInside(character)) take(character);
        else if (isFirst && first.length <= longestRow) first += character;
      }
    },
    end() {
      if (depth !== 0 || strings.isOpen()) throw new ListError('list.cut');
      return { rows, headers: keysOf(first) };
    },
  };
};

/** Which signs are of a text in quotes, its quotes included. */
const createStrings = () => {
  let isOpen = false;
  let isEscaped = false;
  return {
    isOpen: () => isOpen,
    isInside(character: string): boolean {
      const wasOpen = isOpen;
      if (isEscaped) isEscaped = false;
      else if (isOpen && character === '\\') isEscaped = true;
      else if (character === '"') isOpen = !isOpen;
      return wasOpen || isOpen;
    },
  };
};

/** Of a nested object, such as `credentials`, too. */
const keysOf = (row: string): string[] => {
  if (row === '') return [];
  try {
    const value = JSON.parse(row) as Record<string, unknown>;
    return Object.entries(value).flatMap(([key, inside]) =>
      typeof inside === 'object' && inside !== null
        ? Object.keys(inside).map((one) => `${key}.${one}`)
        : [key],
    );
  } catch {
    throw new ListError('list.badRow');
  }
};
