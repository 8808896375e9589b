import { types } from 'pg';
import { asItWas, storable } from './texts.ts';

/** Values as SQLite gives them, so that nobody above the store can tell the two apart. */

const { builtins } = types;

/** Whole numbers are below 2^53 everywhere: instants, counts, keys. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
  [builtins.TEXT]: asItWas,
  [builtins.VARCHAR]: asItWas,
  [builtins.JSON]: asItWas,
};

export const resultTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[oid]) ?? types.getTypeParser(oid, format),
};

export const parameterOf = (value: unknown): unknown => {
  if (typeof value === 'string') return storable(value);
  if (typeof value === 'boolean') return Number(value);
  return Array.isArray(value) ? value.map(parameterOf) : value;
};
