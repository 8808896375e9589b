import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFormats } from '#contract/token-rows.ts';
import { catalogue } from '#test/support/desk-fixture.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { access, csv, header, importFixture, line, refresh, uuid } from './fixture.ts';

const credentials = (n: number) => ({ accessToken: access(n), refreshToken: refresh(n), tenantId: uuid(n) });
const object = (n: number) => ({
  ref: `cust-${n}`,
  name: `Company ${n}`,
  platform: 'gbol',
  ...credentials(n),
});

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};
const plain = csv(line(1), line(2, { name: 'Żółć & Söhne' }));

test.each<[string, Buffer | string, object]>([
  ['CSV', plain, { format: 'csv', encoding: 'UTF-8', delimiter: ',' }],
  ['CSV with a BOM', `\ufeff${plain}`, { format: 'csv', encoding: 'UTF-8 with BOM' }],
  ['semicolons', plain.replaceAll(',', ';'), { delimiter: ';' }],
  ['tabs', plain.replaceAll(',', '\t'), { delimiter: '\t' }],
  ['pipes', plain.replaceAll(',', '|'), { delimiter: '|' }],
  ['what a spreadsheet says of its delimiter', `sep=|\r\n${plain.replaceAll(',', '|')}`, { delimiter: '|' }],
  ['carriage returns alone', plain.replaceAll('\n', '\r'), { rows: 2 }],
  ['Windows line ends', plain.replaceAll('\n', '\r\n'), { rows: 2 }],
  ['UTF-16 LE', utf16(`\ufeff${plain}`), { encoding: 'UTF-16 LE' }],
  ['UTF-16 BE', utf16(`\ufeff${plain}`, true), { encoding: 'UTF-16 BE' }],
  ['UTF-16 LE without a BOM', utf16(plain), { encoding: 'UTF-16 LE' }],
  ['UTF-16 BE without a BOM', utf16(plain, true), { encoding: 'UTF-16 BE' }],
  ['a JSON array', JSON.stringify([object(1), object(2)], null, 2), { format: 'json' }],
  ['JSON with rows', JSON.stringify({ rows: [object(1), object(2)] }), { format: 'json' }],
  ['JSON with results', JSON.stringify({ n: [1, { a: [] }], results: [object(1), object(2)], x: {} }), {}],
  ['JSON lines', `${JSON.stringify(object(1))}\n\n${JSON.stringify(object(2))}`, { format: 'jsonl' }],
])('%s is read', async (_, content, facts) => {
  const { take, rows, kept } = await importFixture();
  const path = join(temporaryFolder(), 'customers.txt');
  writeFileSync(path, content);
  const result = await take({ path });
  expect(result).toMatchObject({ name: 'customers.txt', rows: 2, ready: 2, problems: [], ...facts });
  const [first, second] = await rows();
  expect(first).toMatchObject({
    ref: 'cust-1',
    name: 'Company 1',
    platform_key: 'gbol',
    source: 'customers.txt',
    problems: null,
  });
  expect(JSON.parse(first?.fields ?? '')).toEqual({
    accessToken: '••••sR8',
    refreshToken: '••••9Rf',
    tenantId: uuid(1),
  });
  expect([...(await kept()).entries()]).toEqual([
    [first?.id, credentials(1)],
    [second?.id, credentials(2)],
  ]);
});

test('a row is named by its line, also after cells with line breaks and empty lines', async () => {
  const { take } = await importFixture();
  const quoted = `"a\r\nb",Company,gbol,${access(1)},${refresh(1)},${uuid(1)}`;
  const content = [header, '', quoted, '', '', line(2, { tenantId: 'x' }), ',,,,,', line(3, { ref: '' })];
  const { problems, rows } = await take(content.join('\r\n'));
  expect(rows).toBe(3);
  expect(problems.map(({ row, field }) => [row, field])).toEqual([
    [3, 'ref'],
    [7, 'tenantId'],
    [9, 'ref'],
  ]);
});

test('JSON fields that are not text are reported, long numbers above all', async () => {
  const { take } = await importFixture();
  const rows = [
    '{"ref": 7, "name": "A", "platform": "gbol", "credentials": {"accessToken": "abcdefgh1", "refreshToken": "abcdefgh2", "tenantId": "'.concat(
      uuid(1),
      '"}}',
    ),
    '{"ref": "b", "name": "B", "platform": "qhyg", "accessToken": true, "refreshToken": ["x"], "realmId": 93414531720588601}',
    '12',
    '{"ref": ',
  ];
  const lines = await take({ content: rows.join('\n') });
  expect(lines).toMatchObject({ rows: 4, ready: 1, invalid: 3, format: 'jsonl' });
  expect(lines.problems.map(({ row, field, message }) => `${row} ${field}: ${message}`)).toEqual([
    '2 accessToken: accessToken must be a text in quotes.',
    '2 refreshToken: refreshToken must be a text in quotes.',
    '2 realmId: realmId must be in quotes: a number this long, or with a fraction, is not exact.',
    '3 undefined: The row is not a JSON object, with a field for each column.',
    '4 undefined: The row is not valid JSON at line 4, column 9.',
  ]);
  const array = await (await importFixture()).take({ content: `[${rows.slice(0, 3).join(',')}, ["x"]]` });
  expect(array).toMatchObject({ rows: 4, ready: 1, invalid: 3, format: 'json' });
  expect(array.problems.slice(0, 4)).toEqual(lines.problems.slice(0, 4));
});

test('columns are guessed by case, blanks, synonyms and labels; what is given wins', async () => {
  const { take, rows } = await importFixture();
  const content = [
    'Customer ID;Company;Integration;Xero access token;REFRESH_TOKEN;Tenant-ID;Notes;Internal',
    `c1;Acme;Xero;${access(1)};${refresh(1)};${uuid(1)};vip;7`,
  ].join('\n');
  const guessed = await take({ content });
  expect(guessed.ready).toBe(1);
  expect(guessed.columns.map(({ header, field, how }) => [header, field, how])).toEqual([
    ['Customer ID', 'ref', 'guessed'],
    ['Company', 'name', 'guessed'],
    ['Integration', 'platform', 'guessed'],
    ['Xero access token', 'accessToken', 'guessed'],
    ['REFRESH_TOKEN', 'refreshToken', 'guessed'],
    ['Tenant-ID', 'tenantId', 'guessed'],
    ['Notes', 'description', 'guessed'],
    ['Internal', undefined, 'unused'],
  ]);
  expect(guessed.preview).toEqual([
    {
      ...{ ref: 'c1', name: 'Acme', platform: 'gbol', description: 'vip' },
      ...{ accessToken: '••••sR8', refreshToken: '••••9Rf', tenantId: uuid(1) },
    },
  ]);

  const given = await take({ content, mapping: { ref: 'Internal', description: 'Customer ID' } });
  expect(given.columns[7]).toEqual({ header: 'Internal', field: 'ref', how: 'given' });
  expect((await rows()).at(-1)).toMatchObject({ ref: '7', description: 'c1' });

  const both = await take({ content: content.replace('Internal', 'Reference') });
  expect(both.columns[7]).toMatchObject({ field: 'ref' });
  expect(both.remarks).toContain('ref is read from the column "Reference"; "Customer ID" would fit too.');
});

test('without a ref the name serves, and a platform may be given for all rows', async () => {
  const { take, rows } = await importFixture();
  const result = await take({
    content: `company name,access token,refresh token,realm\nAcme,${access(1)},${refresh(1)},9341453172058861`,
    platformKey: 'qhyg',
  });
  expect(result).toMatchObject({ ready: 1, byPlatform: { qhyg: 1 } });
  expect(result.remarks).toEqual([expect.stringContaining('the name is also the ref')]);
  expect(await rows()).toMatchObject([{ ref: 'Acme', name: 'Acme', platform_key: 'qhyg' }]);
});

test('companyId and connectionId are taken over; a credential of that name has a column of its own', async () => {
  const { take, rows, kept } = await importFixture();
  const intacct = catalogue.find(({ name }) => name === 'Sage Intacct');
  const content = [
    'ref,name,platform,companyId,connectionId,accessToken,refreshToken,credentials.companyId',
    `a,A,sage intacct,${uuid(1).toUpperCase()},${uuid(2)},${access(1)},${refresh(1)},Acme-42`,
    `b,B,${intacct?.platformKey},,,${access(2)},${refresh(2)},Acme-43`,
    `c,C,${intacct?.platformKey},,${uuid(5)},${access(3)},${refresh(3)},Acme-44`,
  ];
  const result = await take(content.join('\n'));
  expect(result).toMatchObject({ ready: 2, invalid: 1 });
  expect(result.problems).toEqual([
    expect.objectContaining({ row: 4, message: expect.stringContaining('connectionId needs companyId') }),
  ]);
  expect(await rows()).toMatchObject([
    { ref: 'a', company_id: uuid(1), connection_id: uuid(2) },
    { ref: 'b', company_id: null },
    { ref: 'c' },
  ]);
  expect([...(await kept()).values()]).toMatchObject([{ companyId: 'Acme-42' }, { companyId: 'Acme-43' }]);
  const without = await take(content.map((one) => one.replace(/,[^,]*$/, '')).join('\n'));
  expect(without.problems[0]?.message).toContain('No column found for companyId (Company ID)');
  expect(without.problems[1]?.message).toContain('Its column is called credentials.companyId.');
});

test.each(importFormats)(
  'the %s template has the right columns, and its example is refused',
  async (format) => {
    const { imports, take } = await importFixture();
    for (const { platformKey, migration, credentials } of catalogue) {
      const content = await imports.template(platformKey, format);
      if (!migration.selfService && !migration.managed) continue;
      const result = await take({ content, dryRun: true });
      const secrets = credentials.filter(({ secret }) => secret);
      expect([platformKey, result.format, result.ready, result.invalid]).toEqual([platformKey, format, 0, 1]);
      expect(result.problems.map(({ field, message }) => [field, message])).toEqual(
        secrets.map(({ name }) => [name, expect.stringContaining('is the example from the template')]),
      );
    }
  },
);
