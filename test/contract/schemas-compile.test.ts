import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { validatorCompiler } from '#base/http/validator.ts';

const folder = join(import.meta.dirname, '..', '..', 'electron', 'contract');

const isSchema = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && '~kind' in value;

/** A host compiles each only when the first request asks for it, so a broken one would be found by a person. */
test('every schema of the contract can be compiled', async () => {
  const broken: string[] = [];
  let schemas = 0;
  for (const file of readdirSync(folder)) {
    const exported: Record<string, unknown> = await import(join(folder, file));
    for (const [name, schema] of Object.entries(exported)) {
      if (!isSchema(schema)) continue;
      schemas += 1;
      try {
        void validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' })({});
      } catch (error) {
        broken.push(`${file} ${name}: ${String(error)}`);
      }
    }
  }
  expect(broken).toEqual([]);
  expect(schemas).toBeGreaterThan(100);
});
