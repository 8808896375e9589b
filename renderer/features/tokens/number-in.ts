/** Of a number field: '' while it is empty. */
export const numberIn = (value: number | string): number | undefined =>
  typeof value === 'number' ? value : undefined;
