import { formatBytes } from '#contract/format.ts';

/** Why an edited payload can't be sent; undefined if it can. The service checks the same. */
export const editedProblem = (text: string, most: number): string | undefined => {
  if (text.length > most) return `The payload is longer than ${formatBytes(most)}.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `Not valid JSON: ${(error as Error).message}`;
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? undefined : 'The payload must be a JSON object.';
};
