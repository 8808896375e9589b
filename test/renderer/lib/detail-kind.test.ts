import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dataTypes } from '#contract/data-types.ts';
import type { IntegrationCatalogue } from '#contract/integration.ts';
import { hasForm, kindOf, valuesIn } from '#renderer/lib/detail-kind.ts';

const { integrations } = JSON.parse(
  readFileSync('resources/integrations.json', 'utf8'),
) as IntegrationCatalogue;
const escaped = (words: readonly string[]): string =>
  words.map((one) => one.replaceAll('.', '\\.')).join('|');
const listOf = (words: readonly string[]): string => `all|(?:${escaped(words)})(?:, ?(?:${escaped(words)}))*`;

it('offers the data types of a form as a list, and what is chosen has the form', () => {
  fc.assert(
    fc.property(
      fc.subarray([...dataTypes], { minLength: 1 }),
      fc.infiniteStream(fc.boolean()),
      (known, coin) => {
        const pattern = listOf(known);
        const kind = kindOf(pattern);
        expect(kind).toEqual({ kind: 'choices', all: 'all', choices: known, separator: ', ' });
        const chosen = known.filter(() => coin.next().value).slice(0, 5);
        const text = chosen.join(', ');
        expect(valuesIn(text, ', ')).toEqual(chosen);
        expect(hasForm(pattern, text)).toBe(chosen.length > 0);
      },
    ),
  );
});

const special: Readonly<Record<string, string>> = { scopes: 'names', appId: 'text', dataCentres: 'choices' };

it('chooses an input for every detail of the catalogue, and each example has its form', () => {
  const details = integrations.flatMap(({ managedDetails = [] }) => managedDetails);
  expect(details.length).toBeGreaterThan(5);
  for (const { name, pattern, example } of details) {
    expect(hasForm(pattern, example), name).toBe(true);
    expect(kindOf(pattern).kind, `${name}: ${pattern}`).toBe(special[name] ?? 'choice');
  }
});

it('recognizes numbers and URLs, and leaves the rest as text', () => {
  const kinds = { '[0-9]{5,20}': 'number', '\\d+': 'number', 'https://.{1,200}': 'url', '.{1,200}': 'text' };
  for (const [pattern, kind] of Object.entries(kinds)) expect(kindOf(pattern).kind, pattern).toBe(kind);
  expect(kindOf('(?:com|com\\.au)(?:, ?(?:com|com\\.au))*')).toEqual({
    kind: 'choices',
    choices: ['com', 'com.au'],
    separator: ', ',
  });
});

it('leaves to the desk what it cannot read', () => {
  expect(hasForm('(', 'x')).toBe(true);
  expect(hasForm('a', 'b'.repeat(201))).toBe(true);
  expect(hasForm('a', 'b')).toBe(false);
});
