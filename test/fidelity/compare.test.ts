import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BodyShape, RecordedCall } from '#contract/fidelity.ts';
import { operations } from '#contract/operations.ts';
import { compareRecording } from '#fidelity/compare.ts';
import { compareBodies } from '#fidelity/compare-bodies.ts';
import { responseSchema } from '#fidelity/document.ts';
import { type DocumentedShape, documentedShape } from '#fidelity/document-shape.ts';
import { recordingOf } from '#fidelity/recording.ts';
import { exampleService, observeService } from '#test/support/fidelity.ts';
import { runs } from '#test/support/runs.ts';

const of = (shape: Record<string, string | string[]>): BodyShape =>
  Object.fromEntries(Object.entries(shape).map(([path, is]) => [path, { is: [is].flat() }]));

const told = (target: BodyShape, local: BodyShape, document = {}) => {
  const schema = { type: 'object', ...document };
  const documented = documentedShape({ paths: {} }, schema);
  return compareBodies(target, local, documented).differences.map(
    (one) => `${one.at}: ${one.target} / ${one.local}`,
  );
};

test.each<[string, BodyShape, BodyShape, object, string[]]>([
  [
    'another type',
    of({ $: 'object', '$.id': 'integer' }),
    of({ $: 'object' }),
    { properties: { id: { type: 'string' } } },
    ['$.id: integer / text'],
  ],
  [
    'null',
    of({ $: 'object', '$.id': ['null', 'text'] }),
    of({ $: 'object' }),
    { properties: { id: { type: 'string' } } },
    ['$.id: null / text'],
  ],
  [
    'a list for an object',
    of({ $: 'object', '$.a': 'list' }),
    of({ $: 'object' }),
    { properties: { a: { type: 'object' } } },
    ['$.a: list / object'],
  ],
  [
    'a fraction',
    of({ $: 'object', '$.a': 'number' }),
    of({ $: 'object' }),
    { properties: { a: { type: 'integer' } } },
    ['$.a: number / integer'],
  ],
  [
    'a whole number for any',
    of({ $: 'object', '$.a': 'integer' }),
    of({ $: 'object' }),
    { properties: { a: { type: 'number' } } },
    [],
  ],
  [
    'an unknown word',
    of({ $: 'object', '$.a': ['=Linked', 'text'] }),
    of({ $: 'object' }),
    { properties: { a: { enum: ['Linked', 'Unlinked'] } } },
    ['$.a: text / "Linked", "Unlinked"'],
  ],
  [
    'another form',
    of({ $: 'object', '$.a': 'url' }),
    of({ $: 'object', '$.a': 'path' }),
    { properties: { a: { type: 'string' } } },
    ['$.a: url / path'],
  ],
  [
    'the id of something else',
    of({ $: 'object', '$.a': '{companyId:1}' }),
    of({ $: 'object', '$.a': '{ruleId:2}' }),
    { properties: { a: { type: 'string', format: 'uuid' } } },
    ['$.a: {companyId:1} / {ruleId:2}'],
  ],
  [
    'an id that no list gave',
    of({ $: 'object', '$.a': 'uuid' }),
    of({ $: 'object', '$.a': '{ruleId:2}' }),
    { properties: { a: { type: 'string', format: 'uuid' } } },
    [],
  ],
  [
    'no instant',
    of({ $: 'object', '$.a': 'instant without zone' }),
    of({ $: 'object' }),
    { properties: { a: { type: 'string', format: 'date-time' } } },
    ['$.a: instant without zone / instant'],
  ],
  [
    'a field more, once',
    of({ $: 'object', '$.a': 'object', '$.a.b': 'text' }),
    of({ $: 'object' }),
    {},
    ['$.a: object / missing'],
  ],
  [
    'a field less',
    of({ $: 'object' }),
    of({ $: 'object' }),
    { properties: { a: {} }, required: ['a'] },
    ['$.a: missing / always there'],
  ],
  [
    'a field that may lack',
    of({ $: 'object' }),
    of({ $: 'object', '$.a': 'text' }),
    { properties: { a: {} } },
    [],
  ],
  [
    'keys that are data',
    of({ $: 'object', '$.invoices': 'text', '$.{name}': 'text' }),
    of({ $: 'object' }),
    { additionalProperties: { type: 'string' } },
    [],
  ],
  [
    'values of keys that are data',
    of({ $: 'object', '$.invoices': 'integer' }),
    of({ $: 'object' }),
    { additionalProperties: { type: 'string' } },
    ['$.{name}: integer / text'],
  ],
  [
    'no object at all',
    of({ $: 'not json' }),
    of({ $: 'object' }),
    { properties: { a: {} }, required: ['a'] },
    ['$: not json / object'],
  ],
])('%s', (_name, target, local, document, expected) => {
  expect(told(target, local, document)).toEqual(expected);
});

const changes = ['status', 'header', 'drop', 'type', 'add'] as const;
type Change = (typeof changes)[number];

/** Fields that an answer has, and always has by the description. */
const alwaysThere = (call: RecordedCall, documented: DocumentedShape): string[] =>
  Object.keys(call.body ?? {}).filter(
    (path) =>
      path !== '$' &&
      !path.includes('{name}') &&
      !path.endsWith('[]') &&
      documented.get(path)?.optional === false,
  );

const changed = (
  call: RecordedCall,
  change: Change,
  at: string,
  documented: DocumentedShape,
): RecordedCall => {
  const body = call.body as BodyShape;
  const type = documented.get(at)?.is.has('boolean') ? 'text' : 'boolean';
  const others = Object.entries(body).filter(([path]) => !path.startsWith(at));
  const different: Readonly<Record<Change, Partial<RecordedCall>>> = {
    status: { status: 418 },
    header: { headers: { ...call.headers, 'retry-after': 'number' } },
    drop: { body: Object.fromEntries(others) },
    type: { body: { ...body, [at]: { is: [type] } } },
    add: { body: { ...body, '$.addedField': { is: ['text'] } } },
  };
  return { ...call, ...different[change] };
};

test('whatever a target answers otherwise than the description has it is found, and declared only where the page does', async () => {
  const copy = await exampleService();
  const { document } = copy;
  const local = await observeService(copy, document);
  const documentedOf = ({ operation, status }: RecordedCall): DocumentedShape => {
    const schema = responseSchema(document, operation.slice('GET '.length), status as number);
    return schema === undefined ? new Map() : documentedShape(document, schema);
  };
  const fields = local
    .filter(({ status }) => status !== undefined)
    .flatMap((call) => {
      const documented = documentedOf(call);
      return alwaysThere(call, documented).map((at) => ({ call, at, documented }));
    });
  expect(fields.length).toBeGreaterThan(500);
  const expectFound = (
    { call, at, documented }: (typeof fields)[number],
    change: Change,
    beside: readonly RecordedCall[],
  ): void => {
    const calls = beside.map((one) => (one === call ? changed(call, change, at, documented) : one));
    const compared = compareRecording(recordingOf(calls, 0, undefined), beside, document);
    const found = compared.operations.flatMap(({ operation, probes }) =>
      probes
        .filter(({ result }) => result === 'differs')
        .map(({ probe, declared }) => ({ operation, probe, declared })),
    );
    const { operation, probe } = call;
    const isSame = operations.some(
      (one) => `${one.method} ${one.path}` === operation && one.fidelity === 'same',
    );
    const declared = !isSame && change !== 'header' && ['found', 'query', 'ordered'].includes(probe);
    expect(found).toEqual([{ operation, probe, declared: expect.any(Boolean) }]);
    if (isSame || change === 'header' || declared) expect(found[0]?.declared).toBe(declared);
  };
  // Each: that one status of an operation changed is seen depends on what its other calls answered.
  const ofEachCall = new Map(fields.map((field) => [field.call, field]));
  for (const field of ofEachCall.values()) {
    const sameOperation = local.filter(({ operation }) => operation === field.call.operation);
    expectFound(field, 'status', sameOperation);
  }
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...changes), (nth, change) => {
      expectFound(fields[nth % fields.length] as (typeof fields)[number], change, local);
    }),
    { numRuns: runs(50) },
  );
});
