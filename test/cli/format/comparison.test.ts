import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { formatComparison } from '#cli/format/comparison.ts';
import type { Comparison, ToldDifference } from '#contract/fidelity.ts';

const header: ToldDifference = {
  in: 'header',
  at: 'etag',
  target: 'present',
  local: 'missing',
  declared: false,
};
const field: ToldDifference = {
  in: 'field',
  at: '$.{name}',
  target: 'text',
  local: 'missing',
  declared: true,
};

const compared: Comparison = {
  recording: { recordedAt: '2026-01-02T03:04:05.000Z', carryover: '0.3.0' },
  counts: { same: 1, declared: 0, undeclared: 2, notCompared: 1 },
  operations: [
    {
      operation: 'GET /companies',
      note: '',
      probes: [
        {
          probe: 'found',
          result: 'differs',
          differences: [header],
          declared: false,
          fields: { seen: 3, of: 9 },
        },
        { probe: 'noKey', result: 'same', differences: [], declared: false },
      ],
    },
    {
      operation: 'GET /integrations',
      note: 'The catalogue of this copy.',
      probes: [
        { probe: 'found', result: 'differs', differences: [header, field], declared: false },
        {
          probe: 'pageZero',
          result: 'notCompared',
          differences: [],
          declared: false,
          reason: 'The target asked to wait (429).',
        },
      ],
    },
  ],
  leftOut: [],
};

test('differences come first, once each, with their operations; declared ones apart with what declares them', () => {
  const text = stripVTControlCharacters(formatComparison(compared));
  expect(text).toMatch(/^Recording of a target, 2026-01-02 03:04:05 UTC, by Carryover 0\.3\.0\./);
  expect(text.match(/header etag/g)).toHaveLength(1);
  expect(text).toMatch(/header etag +present +missing +GET \/companies; GET \/integrations\n/);
  const [undeclared, declared] = [text.indexOf('Undeclared'), text.indexOf('Declared differences')];
  expect(undeclared).toBeLessThan(declared);
  expect(text.indexOf('field $.{name}')).toBeGreaterThan(declared);
  expect(text).toContain('GET /integrations: The catalogue of this copy.');
  expect(text).toMatch(/The target asked to wait \(429\)\. +1 +GET \/integrations \(page=0\)/);
  expect(text).toContain('{name} is a field whose name is not in the recording');
  expect(text).toMatch(/shows 3 of 9 fields/);
  expect(text).toMatch(/The local copy differs\. 1 the same, 0 declared, 2 undeclared, 1 not compared\.$/);
});
