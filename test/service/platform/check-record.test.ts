import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountingDataTypes, dataTypes } from '#contract/data-types.ts';
import type { PushOption } from '#contract/push.ts';
import { checkRecord } from '#service/platform/push/check-record.ts';
import { pushable, pushOptionOf } from '#service/platform/push/models.ts';

const types = pushable(dataTypes);
const optionOf = (dataType: string) => pushOptionOf(dataType) as PushOption;

/** Records that the options allow, with and without what is optional. */
const fitting = (option: PushOption): fc.Arbitrary<unknown> => {
  if (option.options !== undefined) return fc.constantFrom(...option.options.map(({ value }) => value));
  switch (option.type) {
    case 'Object':
      return fittingObject(option);
    case 'Array':
      return fc.array(fittingObject(option), { minLength: option.required ? 1 : 0, maxLength: 3 });
    case 'String':
      return fc.string();
    case 'Number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'Boolean':
      return fc.boolean();
    case 'DateTime':
      return fc.constantFrom(
        '2026-01-31',
        '2024-02-29T10:00:00',
        '2026-01-31T09:00:00.5Z',
        '2026-06-01T00:00:00+02:00',
      );
  }
};
const fittingObject = ({ properties = {} }: PushOption): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, option]) => [
        name,
        option.required ? fitting(option) : fc.option(fitting(option)),
      ]),
    ),
    {
      requiredKeys: Object.keys(properties).filter((name) => properties[name]?.required),
      noNullPrototype: true,
    },
  ) as fc.Arbitrary<Record<string, unknown>>;

/** Each place of a record, with the option for it. */
const placesOf = (
  option: PushOption,
  value: unknown,
  path: readonly string[] = [],
): [string[], PushOption][] => {
  const own: [string[], PushOption][] = path.length === 0 ? [] : [[[...path], option]];
  if (value === null || option.properties === undefined) return own;
  if (option.type === 'Array') {
    const item: PushOption = { ...option, type: 'Object', required: true };
    return [...own, ...(value as unknown[]).flatMap((one, n) => placesOf(item, one, [...path, String(n)]))];
  }
  return [
    ...own,
    ...Object.entries(option.properties).flatMap(([name, inner]) =>
      Object.hasOwn(value as object, name)
        ? placesOf(inner, (value as Record<string, unknown>)[name], [...path, name])
        : [],
    ),
  ];
};

const broken = (record: unknown, path: readonly string[], value: unknown): unknown => {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const copy = Array.isArray(record) ? [...record] : { ...(record as object) };
  (copy as Record<string, unknown>)[first] = broken((record as Record<string, unknown>)[first], rest, value);
  return copy;
};

const anyType = fc.constantFrom(...types);

test('only accounting data types can be pushed, and most of them', () => {
  expect(types.every((type) => (accountingDataTypes as readonly string[]).includes(type))).toBe(true);
  expect(types.length).toBeGreaterThan(15);
});

test('a record that the options allow has no problems', () => {
  fc.assert(
    fc.property(
      anyType.chain((dataType) => fc.tuple(fc.constant(dataType), fitting(optionOf(dataType)))),
      ([dataType, record]) => {
        expect(checkRecord(optionOf(dataType), record)).toEqual({ errors: [], warnings: [] });
      },
    ),
  );
});

test('one value of a wrong type or a missing one is named by its path, and nothing else is', () => {
  fc.assert(
    fc.property(
      anyType.chain((dataType) => fc.tuple(fc.constant(dataType), fitting(optionOf(dataType)))),
      fc.nat(),
      fc.boolean(),
      ([dataType, record], nth, isMissing) => {
        const places = placesOf(optionOf(dataType), record).filter(
          ([, { required }]) => required || !isMissing,
        );
        fc.pre(places.length > 0);
        const [path, option] = places[nth % places.length] as [string[], PushOption];
        const isItem = /^\d+$/.test(path.at(-1) as string);
        const wrong = isMissing ? null : Symbol.for('neither of the types');
        const { errors } = checkRecord(optionOf(dataType), broken(record, path, wrong));
        expect(errors).toMatchObject([
          { itemId: path.join('.'), validatorName: isMissing && !isItem ? 'required' : 'type' },
        ]);
        expect(option).toBeDefined();
      },
    ),
  );
});

test('choices, empty lists, days that there are not, and fields that nobody asked for', () => {
  const items = optionOf('items');
  expect(checkRecord(items, { name: 'Tea', type: 'Liquid' }).errors).toMatchObject([
    { itemId: 'type', message: expect.stringContaining('Service'), validatorName: 'options' },
  ]);
  const invoice = { customerRef: { id: '1' }, issueDate: '2026-02-30', lineItems: [] };
  expect(checkRecord(optionOf('invoices'), invoice).errors).toMatchObject([
    { itemId: 'issueDate', validatorName: 'type' },
    { itemId: 'lineItems', validatorName: 'minItems' },
  ]);
  const odd = JSON.parse(
    '{"name":"Tea","type":"Service","__proto__":{"x":1},"constructor":2,"colour":"green"}',
  );
  expect(checkRecord(items, odd)).toEqual({
    errors: [],
    warnings: ['__proto__', 'constructor', 'colour'].map((itemId) => ({
      itemId,
      message: `${itemId} is not among the options and is ignored.`,
      validatorName: 'unknown',
    })),
  });
});

test('a record of nothing but problems names a hundred of them', () => {
  const record = {
    ...{ customerRef: { id: '1' }, issueDate: '2026-01-01' },
    lineItems: Array(50_000).fill(null),
  };
  expect(checkRecord(optionOf('invoices'), record).errors).toHaveLength(100);
});
