import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonProblem } from '#desk/tokens/import/json-place.ts';
import { access, header, importFixture, line, uuid } from './fixture.ts';

test('a text is JSON by it whenever it is by the language', () => {
  const text = fc.oneof(
    fc.json(),
    fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', ':', '1', 'x', '\\'))
      .map(
        ([json, at, sign]) =>
          json.slice(0, at % (json.length + 1)) + sign + json.slice((at % (json.length + 1)) + 1),
      ),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (given) => {
      let valid = true;
      try {
        JSON.parse(given);
      } catch {
        valid = false;
      }
      expect(jsonProblem(given) === undefined).toBe(valid);
    }),
    { numRuns: 2000 },
  );
});

test('a syntax error names line and column, and never quotes', async () => {
  const { take, refusal } = await importFixture();
  const rows = [1, 2, 3].map((n) => ({
    ref: `r-${n}`,
    name: `R ${n}`,
    platform: 'gbol',
    accessToken: access(n),
    refreshToken: access(n + 50),
    tenantId: uuid(n),
  }));
  const pretty = JSON.stringify(rows, null, 2).replace('"ref": "r-3"', '"ref" "r-3"');
  const error = await refusal({ content: pretty, format: 'json' });
  expect(error).toContain('at line 19, column 11, it is not valid JSON');
  const lines = rows.map((row) => JSON.stringify(row));
  const { problems } = await take({
    content: [lines[0], lines[1]?.slice(0, 20), lines[2]].join('\n'),
    format: 'jsonl',
  });
  expect(problems.map(({ message }) => message)).toEqual(['The row is not valid JSON at line 2, column 21.']);
  expect(JSON.stringify([error, problems])).not.toContain(access(3));
});

test('a second file says what it would change, and changes nothing', async () => {
  const { take, rows } = await importFixture();
  expect((await take([header, line(1), line(2), line(3)].join('\n'))).changes).toBeUndefined();
  const before = await rows();
  const second = [header, line(1), line(2, { accessToken: access(40) }), line(4)].join('\n');
  const changes = { new: 1, replaced: 1, unchanged: 1, gone: 1 };
  expect(await take({ content: second, dryRun: true })).toMatchObject({ changes });
  expect(await rows()).toEqual(before);
  expect(await take(second)).toMatchObject({ changes });
});
