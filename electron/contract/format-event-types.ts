import { dataTypes } from './data-types.ts';

const ends = ['successful', 'unsuccessful'] as const;

/** Event types for people: those of all data types as one, such as `{dataType}.write.successful`. */
export const formatEventTypes = (eventTypes: readonly string[]): string[] => {
  const given = new Set(eventTypes);
  const whole = ends.filter((end) => dataTypes.every((type) => given.has(`${type}.write.${end}`)));
  const isShort = (type: string): boolean => whole.some((end) => type.endsWith(`.write.${end}`));
  return [...eventTypes.filter((type) => !isShort(type)), ...whole.map((end) => `{dataType}.write.${end}`)];
};
