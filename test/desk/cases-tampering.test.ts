import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#test/support/runs.ts';
import { tampering, tenNotes } from './cases/tampering.ts';

/** Apart from the other tests of cases, as it takes longer than all of them: mutants are not held against it. */

test('every single change of random ones is detected', { timeout: 120_000 }, async () => {
  // A first entry, a last one, and some between them; each change is held against all of them.
  const { cases, caseId, sqlite } = await tampering(tenNotes.slice(0, 4));
  const columns = [
    ...['seq', 'at', 'actor', 'kind', 'content', 'code'],
    ...['salt', 'commitment', 'signer', 'signature'],
  ] as const;
  const heads = ['seq', 'code', 'digest', 'seal', 'summary'] as const;
  const rows = sqlite.prepare('select * from case_entries order by seq').all() as Record<string, unknown>[];
  const head = sqlite.prepare('select * from case_heads').get() as Record<string, unknown>;
  const put = sqlite.prepare(
    'update case_entries set seq=@seq, at=@at, actor=@actor, kind=@kind, content=@content, code=@code, salt=@salt, commitment=@commitment, signer=@signer, signature=@signature where rowid=@rowid',
  );
  const putHead = sqlite.prepare(
    'update case_heads set seq=@seq, code=@code, digest=@digest, seal=@seal, summary=@summary',
  );
  const rowids = sqlite.prepare('select rowid from case_entries order by seq').pluck().all() as number[];
  const tried = runs(2000);
  let refused = 0;
  const property = fc.asyncProperty(
    fc.nat(rows.length),
    fc.nat(100),
    fc.nat(10_000),
    fc.integer({ min: 1, max: 127 }),
    async (which, column, at, bits) => {
      const original = which === rows.length ? head : (rows[which] as Record<string, unknown>);
      const names = which === rows.length ? heads : columns;
      const name = names[column % names.length] as string;
      const changed = { ...original, rowid: rowids[which], [name]: flipped(original[name], at, bits) };
      const statement = which === rows.length ? putHead : put;
      const run = (values: Record<string, unknown>) =>
        statement.run(
          Object.fromEntries(
            [...names, 'rowid']
              .filter((n) => n !== 'rowid' || which < rows.length)
              .map((n) => [n, values[n]]),
          ),
        );
      try {
        run(changed);
      } catch {
        // The table itself refused it, as two entries would have one number.
        refused += 1;
        return;
      }
      const check = await cases.verify(caseId);
      run({ ...original, rowid: rowids[which] });
      expect(check.whole, `${name} of entry ${which + 1}`).toBe(false);
    },
  );
  await fc.assert(property, { numRuns: tried });
  expect(refused).toBeLessThan(tried / 20);
  expect((await cases.verify(caseId)).whole).toBe(true);
});

/** Some other value of the same kind. */
const flipped = (value: unknown, at: number, bits: number): unknown => {
  if (typeof value === 'number') return value + bits;
  const text = String(value);
  if (text === '') return String.fromCharCode(bits);
  const place = at % text.length;
  const other = String.fromCharCode(text.charCodeAt(place) ^ bits);
  return `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
};
