import { parseInstant, toIso } from '#base/clock.ts';
import type { PushOption, PushOptionType, PushValidation } from '#contract/push.ts';

/** A record against the options of its data type: pure. Source: `docs/reference/rules/push.md#validation`. */

/** More would tell nobody anything. */
const mostItems = 100;

type Item = PushValidation['errors'][number];

export const checkRecord = (option: PushOption, record: unknown): PushValidation => {
  const found: PushValidation = { errors: [], warnings: [] };
  checkValue(option, record, 'record', { found, isRoot: true });
  return found;
};

interface Place {
  readonly found: PushValidation;
  /** Names of its properties stand alone. */
  readonly isRoot?: boolean;
}

const add = (items: Item[], itemId: string, message: string, validatorName: string): void => {
  if (items.length < mostItems) items.push({ itemId, message, validatorName });
};

const checkValue = (option: PushOption, value: unknown, path: string, { found, isRoot }: Place): void => {
  if (!fits[option.type](value)) {
    add(found.errors, path, `${path} must be ${typeNames[option.type]}.`, 'type');
    return;
  }
  if (option.options !== undefined && !option.options.some((one) => one.value === value)) {
    const values = option.options.map((one) => one.value).join(', ');
    add(found.errors, path, `${path} must be one of ${values}.`, 'options');
  }
  const { properties } = option;
  if (properties === undefined) return;
  if (option.type === 'Object') {
    checkProperties(properties, value as object, isRoot === true ? '' : `${path}.`, found);
    return;
  }
  const items = value as unknown[];
  if (option.required && items.length === 0) {
    add(found.errors, path, `${path} must have at least one item.`, 'minItems');
  }
  const item: PushOption = { ...option, type: 'Object' };
  for (const [n, one] of items.entries()) {
    if (found.errors.length >= mostItems) return;
    checkValue(item, one, `${path}.${n}`, { found });
  }
};

const checkProperties = (
  properties: Readonly<Record<string, PushOption>>,
  value: object,
  prefix: string,
  found: PushValidation,
): void => {
  const given = new Map(Object.entries(value));
  for (const [name, option] of Object.entries(properties)) {
    const own = given.get(name);
    given.delete(name);
    // As platforms do: null is as good as nothing.
    if (own !== undefined && own !== null) checkValue(option, own, `${prefix}${name}`, { found });
    else if (option.required) {
      add(found.errors, `${prefix}${name}`, `${prefix}${name} is required.`, 'required');
    }
  }
  for (const name of given.keys()) {
    const itemId = `${prefix}${name.slice(0, longestName)}`;
    add(found.warnings, itemId, `${itemId} is not among the options and is ignored.`, 'unknown');
  }
};

const longestName = 100;

const fits: Record<PushOptionType, (value: unknown) => boolean> = {
  Array: Array.isArray,
  Object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  String: (value) => typeof value === 'string',
  Number: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
  DateTime: (value) => typeof value === 'string' && isDate(value),
};

const typeNames: Record<PushOptionType, string> = {
  Array: 'a list',
  Object: 'an object',
  String: 'a text',
  Number: 'a number',
  Boolean: 'true or false',
  DateTime: 'a date in ISO 8601, such as 2026-01-31 or 2026-01-31T09:00:00Z',
};

const iso = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

const isDate = (text: string): boolean => {
  const day = iso.exec(text)?.[1];
  if (day === undefined) return false;
  try {
    // A day that the calendar lacks, such as 30 February, would silently become another one.
    if (!toIso(parseInstant(day, 'date')).startsWith(day)) return false;
    parseInstant(text, 'date');
    return true;
  } catch {
    return false;
  }
};
