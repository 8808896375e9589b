import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { eventTypes } from '#contract/events.ts';
import { documentedEvent } from '#service/sandbox/documented-event.ts';
import { textOf } from './pages.ts';

const folder = 'docs/reference/event-schemas';
const jsonOf = (path: string) => JSON.parse(textOf(path));
const index: Record<string, string> = jsonOf(`${folder}/index.json`);

/** As a consumer would: strict, so that a keyword that means nothing is found. */
const compiled = (file: string) => {
  const ajv = new Ajv2020({ strict: true });
  formats.default(ajv);
  return ajv.compile(jsonOf(`${folder}/${file}`));
};

test('the index names a file for each event type, and each file but that for any event', () => {
  expect(Object.keys(index).sort()).toEqual([...eventTypes].sort());
  const files = readdirSync(join(packageRoot(), folder)).sort();
  expect(files).toEqual(['event.schema.json', 'index.json', ...new Set(Object.values(index))].sort());
});

test('the example of each event type is valid by its file and by that for any event', () => {
  const any = compiled('event.schema.json');
  const byFile = new Map([...new Set(Object.values(index))].map((file) => [file, compiled(file)]));
  for (const [eventType, file] of Object.entries(index)) {
    const example = documentedEvent(eventType);
    expect(byFile.get(file)?.(example), eventType).toBe(true);
    expect(any(example), eventType).toBe(true);
    for (const changed of [
      { ...example, eventType: 'other' },
      { ...example, payload: {} },
      { ...example, id: 'x' },
    ]) {
      expect(byFile.get(file)?.(changed), eventType).toBe(false);
      expect(any(changed), eventType).toBe(false);
    }
  }
});

test('a property that the service adds later is taken, at any depth', () => {
  const event = documentedEvent('connection.connected') as { payload: { connection: object } };
  const { connection } = event.payload;
  const added = { ...event, new: 1, payload: { ...event.payload, connection: { ...connection, new: 1 } } };
  expect(compiled('connection.connected.schema.json')(added)).toBe(true);
});

test('the AsyncAPI document is valid, and each event type is an example-bearing message of one kind', () => {
  const document = jsonOf('docs/reference/asyncapi.json');
  const specs = createRequire(import.meta.url)('@asyncapi/specs') as typeof import('@asyncapi/specs');
  const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });
  formats.default(ajv);
  ajv.addFormat('uri-reference', true);
  const valid = ajv.validate(specs.schemas['3.0.0'], document);
  expect(valid ? [] : ajv.errors).toEqual([]);
  expect(ajv.validate(specs.schemas['3.0.0'], { ...document, info: {} })).toBe(false);

  const payloads = new Ajv({ strict: false });
  formats.default(payloads);
  payloads.addSchema(document, 'doc');
  const kinds = Object.values<{ payload: { $ref: string }; examples: { payload: object }[] }>(
    document.components.messages,
  ).map(({ payload, examples }) => ({
    validate: payloads.compile({ $ref: `doc${payload.$ref}` }),
    examples,
  }));
  for (const { validate, examples } of kinds) {
    expect(examples.map(({ payload }) => validate(payload))).toEqual([true]);
  }
  for (const eventType of eventTypes) {
    const fitting = kinds.filter(({ validate }) => validate(documentedEvent(eventType)));
    expect(fitting, eventType).toHaveLength(1);
  }
});
