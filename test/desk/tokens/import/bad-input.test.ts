import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TokenImportRequest } from '#contract/token-rows.ts';
import { catalogue } from '#test/support/desk-fixture.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { access, csv, header, importFixture, line, refresh, uuid } from './fixture.ts';

const file = (content: Buffer | string): TokenImportRequest => {
  const path = join(temporaryFolder(), 'customers.csv');
  writeFileSync(path, content);
  return { path };
};
const manyColumns = (count: number): string =>
  `${header},${Array.from({ length: count - 6 }, (_, n) => `extra ${n % 100}x${'abcdefghijk'[Math.floor(n / 100)]}`)}`;

test.each<[string, () => TokenImportRequest, RegExp]>([
  ['nothing', () => file(''), /"customers.csv" can't be read .*: it is empty/],
  ['blanks only', () => file('\n \n'), /it is empty/],
  ['a header alone', () => file(`${header}\n`), /it has no rows/],
  ['an empty array', () => file('[]'), /it has no rows/],
  [
    'a quote that never closes',
    () => file(csv(line(1), `"cust-2,${line(3)}`, line(4))),
    /the quote opened in line 3, column 1 \(ref\) never closes/,
  ],
  [
    'a quote that never closes, below a cell of several lines',
    () => file(csv(line(1), line(2, { ref: '"a\nb"', accessToken: `"${access(2)}` }), line(4))),
    /the quote opened in line 4, column 4 \(accessToken\) never closes/,
  ],
  [
    'a quote that closes in the next row',
    () => file(csv(line(1), line(2, { name: '"Acme' }), line(3, { name: '"Beta"' }))),
    /the quote opened in line 3, column 2 \(name\) does not close at the end of its cell/,
  ],
  [
    'a quote inside a cell',
    () => file(csv(line(1), line(2, { name: '5" pipes' }))),
    /in line 3, column 2 \(name\) an unquoted cell contains a quote/,
  ],
  ['1,000 columns', () => file(`${manyColumns(1000)}\n${line(1)}`), /it has 1,000 columns; the limit is 500/],
  [
    'a cell of 8 MB',
    () => file(csv(line(1), line(2, { name: 'x'.repeat(8 * 1_048_576) }))),
    /the row of line 3 is longer than 1,048,576 bytes; it continues in line 3, column 2 \(name\), where a closing quote may be missing\. Nothing/,
  ],
  [
    'a quoted cell of 8 MB',
    () => file(csv(line(1), line(2, { name: `"${'x\n'.repeat(4 * 1_048_576)}"` }))),
    /the row of line 3 is longer.*it continues in line 3, column 2 \(name\)/,
  ],
  [
    'a line of 8 MB',
    () => ({ ...file(`{"ref":"${'x'.repeat(8 * 1_048_576)}"}`), format: 'jsonl' }),
    /line 1 is longer than 1,048,576 bytes/,
  ],
  ['NUL bytes', () => file(csv(line(1), line(2, { name: 'a\0b' }))), /line 3 holds a NUL byte/],
  [
    'another encoding',
    () => file(Buffer.from(csv(line(1), line(2, { name: 'Söhne' })), 'latin1')),
    /line 3 holds bytes that are not UTF-8. Save it again as UTF-8/,
  ],
  [
    'half of a character at the end',
    () => file(Buffer.from(csv(line(1, { tenantId: 'ö' }))).subarray(0, -2)),
    /line 2 holds bytes that are not UTF-8/,
  ],
  [
    'UTF-16 that ends in the middle',
    () => file(Buffer.concat([Buffer.from(`\ufeff${csv(line(1))}`, 'utf16le'), Buffer.from([65])])),
    /after line 3 it holds bytes that are not UTF-16 LE/,
  ],
  ['no header', () => file(`${line(1)}\n${line(2)}`), /the first line looks like data/],
  ['other columns', () => file('a,b,c\n1,2,3'), /no column name is recognised/],
  [
    'no ref and no name',
    () => file('platform,accessToken\ngbol,abcdefghi'),
    /no ref or name column was found/,
  ],
  ['no platform', () => file('ref,accessToken\na,abcdefghi'), /no platform column was found/],
  ['no credentials', () => file('ref,platform\na,gbol'), /no credential columns were found/],
  [
    'the same header twice',
    () => file(csv(`${line(1)},x`).replace(header, `${header},accessToken`)),
    /there are two columns "accessToken"/,
  ],
  [
    'two headers of one meaning',
    () => file(csv(`${line(1)},x`).replace(header, `${header},access_token`)),
    /both "accessToken" and "access_token" could be accessToken/,
  ],
  [
    'a column that is not there',
    () => ({ content: csv(line(1)), mapping: { ref: 'Key' } }),
    /there is no column "Key" for ref/,
  ],
  [
    'the same in JSON',
    () => ({ content: '{"ref":"a","platform":"gbol","accessToken":"abcdefghi"}', mapping: { name: 'Key' } }),
    /there is no column "Key" for name/,
  ],
  [
    'a field that there is not',
    () => ({ content: csv(line(1)), mapping: { colour: 'ref' } }),
    /there is no field "colour" to map/,
  ],
  ['JSON that breaks off', () => file('[{"ref": "a"}, {"ref": "b'), /it ends too early, after row 2/],
  [
    'JSON with a fault',
    () => file('[{"ref": "a"},\n {"ref" "b"}]'),
    /at line 2, column 9, it is not valid JSON/,
  ],
  ['other JSON', () => file('{"items": [{"ref": "a"}],\n"n": 1}'), /neither an array of rows nor an object/],
])('%s is refused with the reason, and nothing is kept', async (_, request, words) => {
  const { refusal, kept, caseId, cases } = await importFixture();
  const error = await refusal(request());
  expect(error).toMatch(words);
  expect(error).not.toMatch(/planted/i);
  expect(error).toMatch(/Nothing was imported\. /);
  expect(await kept()).toEqual(new Map());
  expect((await cases.state(caseId)).tokenImports).toEqual([]);
});

test.each<[string, string, object]>([
  [
    'an unknown platform',
    line(1, { platform: 'xxxx' }),
    { column: 'platform', message: /not the key or name/ },
  ],
  ['no platform', line(1, { platform: '' }), { message: /platform is missing/ }],
  [
    'one without a process',
    line(1, { platform: 'Bank Feed X' }),
    { message: /no standard process.*solutions engineer/ },
  ],
  ['a disabled one', line(1, { platform: 'Off' }), { message: /not enabled/ }],
  ['no ref', line(1, { ref: ' ' }), { column: 'ref', message: /ref is missing/ }],
  ['no name', line(1, { name: '' }), { column: 'name', message: /name is missing/ }],
  ['a long ref', line(1, { ref: 'x'.repeat(201) }), { message: /has 201 characters; the limit is 200/ }],
  ['an unseen sign', line(1, { name: 'Ac\u200bme' }), { column: 'name', message: /an invisible character/ }],
  ['a lost sign', line(1, { name: 'S\ufffdhne' }), { message: /lost when the file was saved/ }],
  [
    'a missing token',
    line(1, { accessToken: ' ' }),
    { column: 'accessToken', message: /accessToken \(Access token\) is missing\.$/ },
  ],
  ['a malformed one', line(1, { accessToken: 'short' }), { message: /does not have the right form/ }],
  [
    'a blank before it',
    line(1, { accessToken: ` ${access(1)}` }),
    { message: /begins or ends with a space/ },
  ],
  [
    'an unseen sign in it',
    line(1, { accessToken: `${access(1)}\u200b` }),
    { message: /an invisible character/ },
  ],
  ['the word Bearer', line(1, { accessToken: `Bearer ${access(1)}` }), { message: /Remove the word Bearer/ }],
  [
    'a long cell',
    line(1, { refreshToken: 'x'.repeat(70_000) }),
    { column: 'refreshToken', message: /is longer than 65536/ },
  ],
  ['too few cells', line(1).replace(/,[^,]*$/, ''), { message: /has 5 cells, but the header has 6/ }],
  ['too many cells', `${line(1)},x`, { message: /has 7 cells, but the header has 6/ }],
  [
    'a number that a spreadsheet shortened',
    line(1, { platform: 'gbol', tenantId: '9.34145E+15' }),
    { column: 'tenantId', message: /spreadsheet may have shortened a long number/ },
  ],
  ['a token as ref', line(1, { ref: refresh(1) }), { field: 'ref', message: /repeats a secret credential/ }],
])('%s is reported by row and column, and kept without secrets', async (_, bad, problem) => {
  const off = {
    ...(catalogue[0] as (typeof catalogue)[0]),
    platformKey: 'offf',
    name: 'Off',
    enabled: false,
  };
  const none = {
    ...off,
    platformKey: 'none',
    name: 'Bank Feed X',
    migration: { selfService: false, managed: false },
  };
  const { take, rows, kept } = await importFixture({ catalogue: [...catalogue, off, none] });
  const result = await take(csv(line(7), bad));
  expect(result).toMatchObject({ rows: 2, ready: 1, invalid: 1 });
  const found = result.problems.find(({ row }) => row === 3);
  const { message, ...rest } = problem as { message: RegExp };
  expect(found).toMatchObject({ row: 3, ...rest });
  expect(found?.message).toMatch(message);
  const [, invalid] = await rows();
  expect(JSON.parse(invalid?.problems ?? '[]')).toContainEqual(found);
  expect(invalid?.mark).toBeNull();
  expect(JSON.stringify([result.problems, await rows()])).not.toMatch(/planted-\w+-00000001/);
  expect([...(await kept()).values()].map(({ tenantId }) => tenantId)).toEqual([uuid(7)]);
});

test('swapped columns are named, and none of what they hold is kept or shown', async () => {
  const swapped = (n: number, a: string, b: string) => {
    const cells = Object.fromEntries(
      header.split(',').map((name, at) => [name, line(n).split(',')[at] ?? '']),
    );
    return header
      .split(',')
      .map((name) => cells[name === a ? b : name === b ? a : name])
      .join(',');
  };
  for (const [a, b, words] of [
    ['accessToken', 'tenantId', /The columns "tenantId" and "accessToken" look swapped: in 3 of 3 rows/],
    ['ref', 'platform', /The columns "platform" and "ref" look swapped/],
    ['ref', 'accessToken', /ref looks like a token, and a token does not/],
    ['name', 'refreshToken', /name looks like a token/],
  ] as const) {
    const { take, rows, kept } = await importFixture();
    const result = await take(csv(swapped(1, a, b), swapped(2, a, b), swapped(3, a, b)));
    expect([a, b, result.ready]).toEqual([a, b, 0]);
    expect(result.problems.map(({ message }) => message)).toContainEqual(expect.stringMatching(words));
    expect(JSON.stringify([result, await rows()])).not.toMatch(/planted/i);
    expect(await kept()).toEqual(new Map());
  }
});

test('secrets that name themselves as those of another column do are remarked on, and none is shown', async () => {
  const { take } = await importFixture();
  const swapped = (n: number) => line(n, { accessToken: refresh(n), refreshToken: access(n) });
  const result = await take(csv(swapped(1), swapped(2), line(3)));
  expect([result.ready, result.problems]).toEqual([3, []]);
  expect(result.remarks).toEqual([
    'The column "accessToken" is read as accessToken, but 2 of its 3 values look like refreshToken. Are the two columns swapped? Platforms reject swapped tokens.',
    expect.stringMatching(/^The column "refreshToken" .* look like accessToken\./),
  ]);
  expect(JSON.stringify(result)).not.toMatch(/planted/i);
  const few = await take({ content: csv(swapped(4), line(5), line(6)), name: 'few' });
  expect(few.remarks).toEqual([]);
});

test('an unknown platform is named where it reads like a name', async () => {
  const { take } = await importFixture();
  const said = async (platform: string) =>
    (await take({ content: csv(line(1, { platform })), dryRun: true })).problems[0]?.message;
  for (const name of ['Quickbook', 'Sage 50', 'QuickBooks', 'MYOB', 'xero uk']) {
    expect(await said(name)).toMatch(`platform "${name}" is not the key or name of an integration`);
  }
  for (const odd of [access(1), 'hunter2Pass', 'k3x9m2p7q1', 'correct-horse-battery-staple-x', 'aB3!x']) {
    expect(await said(odd)).toMatch(/^platform is not the key/);
  }
});

test('credentials of another platform in a row are reported', async () => {
  const { take } = await importFixture();
  const content = `${header},realmId\n${line(1)},\n${line(2)},9341453172058861`;
  const result = await take(content);
  expect(result.problems).toEqual([
    {
      row: 3,
      ref: 'cust-2',
      column: 'realmId',
      field: 'realmId',
      message: expect.stringMatching(/not a credential of Xero/),
    },
  ]);
});

test('an impossible request is refused', async () => {
  const { imports, caseId, cases, context } = await importFixture();
  const start = (request: TokenImportRequest) => imports.start(caseId, request, 'tester');
  await expect(start({})).rejects.toThrow(/either path or content/);
  await expect(start({ content: 'x', path: '/x' })).rejects.toThrow(/either path or content/);
  await expect(start({ path: 'relative.csv' })).rejects.toThrow(/must be absolute/);
  await expect(start({ path: '/there/is/none.csv' })).rejects.toThrow(/there is no such file/);
  await expect(start({ path: join(context.dataDir, 'desk.db') })).rejects.toThrow(
    /a file of Carryover itself/,
  );
  mkdirSync(join(context.dataDir, 'folder'));
  await expect(start({ path: join(context.dataDir, 'folder') })).rejects.toThrow(/it is a folder/);
  await expect(start({ content: 'x', platformKey: 'zzzz' })).rejects.toThrow(/No integration has/);
  const { revision } = await cases.view(caseId);
  await cases.act(caseId, 'tester', { kind: 'case.closed', content: {} }, { revision });
  await expect(start({ content: csv(line(1)) })).rejects.toThrow(/The case is closed/);
});
