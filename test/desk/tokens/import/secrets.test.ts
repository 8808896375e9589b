import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRatherToken } from '#desk/tokens/import/token-like.ts';
import { filesIn, foundIn } from '#test/support/planted.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { access, csv, header, importFixture, line, refresh, uuid } from './fixture.ts';

const planted = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].flatMap((n) => [
    [`access ${n}`, access(n)],
    [`refresh ${n}`, refresh(n)],
  ]),
);

test('planted secrets are in no byte that is written, told or shown; the vault opens them, until they are shredded', async () => {
  const { take, run, context, kept, vault, rows } = await importFixture();
  const path = join(temporaryFolder(), 'customers.csv');
  const bad = [
    line(2, { tenantId: access(6) }),
    line(3, { name: access(3), accessToken: 'short' }),
    line(4, { ref: refresh(4) }),
    line(5, { platform: access(5) }),
  ];
  writeFileSync(path, csv(line(1), ...bad));
  const results = [
    await take({ path }),
    await take({ path }),
    await take({ path, dryRun: true, name: 'dry' }),
    await run({ content: csv(line(1), line(2, { name: `"${access(2)}` })) }),
    await run({ content: `${line(1)}\n${line(2)}` }),
    await run({ content: `[{"ref":"a","accessToken":"${access(1)}"}, {"${access(2)}" x}` }),
    await run({
      content: csv(line(1)).replace(header, `ref,name,platform,${access(3)},accessToken,"${access(4)}`),
    }),
    await run({
      content: csv(`${line(1)},x,y`).replace(header, `${header},${access(3)},${access(3)}`),
      name: 'headers',
    }),
  ];
  expect(results.slice(3).map((job) => ('state' in job ? job.state : ''))).toEqual([
    'failed',
    'failed',
    'failed',
    'failed',
    'done',
  ]);
  expect(foundIn(planted, JSON.stringify([results, context.announced, await rows()]))).toEqual([]);
  const held = await kept();
  expect([...held.values()]).toEqual([
    expect.objectContaining({ accessToken: access(1), refreshToken: refresh(1) }),
  ]);
  for (const { path, content } of filesIn(context.dataDir))
    expect([path, foundIn(planted, content)]).toEqual([path, []]);

  const sealed = readFileSync(join(context.dataDir, 'vault.db'));
  await vault.shred([...held.keys()]);
  expect(await kept()).toEqual(new Map());
  expect(readFileSync(join(context.dataDir, 'vault.db')).length).toBeLessThanOrEqual(sealed.length * 2);
});

const third = 'eyJ0eXAiQmX7kPz2LwVn8TqR4sYd9';
const longer = (n: number): string => `AB1173149687${n}RefreshTokenQ3kdJw8Zp0LmNvXy2`;
test.each<[string, string, string]>([
  [
    'a column called ref, of refresh tokens',
    `name,platform,access_token,ref`,
    `Acme,gbol,${access(1)},${longer(1)}`,
  ],
  [
    'a row shifted by one cell',
    'accessToken,refreshToken,ref,name,platform',
    `17,${access(1)},${longer(1)},acme-1,Acme Ltd,gbol`,
  ],
  [
    'a row shifted by one, of as many cells',
    'accessToken,refreshToken,ref,name,platform',
    `17,${access(1)},${longer(1)},acme-1,Acme`,
  ],
  [
    'no such platform, and swapped columns',
    'ref,name,platform,accessToken',
    `a-1,${access(1)},xerro,Acme Ltd`,
  ],
  ['a token more, as the name', header, `a-1,${third},gbol,${access(1)},${refresh(1)},${uuid(1)}`],
  [
    'a token more, as the description',
    `${header},description`,
    `a-1,Acme,gbol,${access(1)},${refresh(1)},${uuid(1)},${longer(1)}`,
  ],
])('%s: no token is taken for plain text', async (_, columns, row) => {
  const { take, context, rows } = await importFixture();
  const result = await take(`${columns}\n${row}\n`);
  expect([result.ready, result.invalid]).toEqual([0, 1]);
  const planted = { access: access(1), refresh: refresh(1), longer: longer(1), third };
  expect(foundIn(planted, JSON.stringify([result, context.announced, await rows()]))).toEqual([]);
  for (const { path, content } of filesIn(context.dataDir))
    expect([path, foundIn(planted, content)]).toEqual([path, []]);
});

test('a ref that only looks like a token is taken from a column selected manually', async () => {
  const { take, rows } = await importFixture();
  const content = csv(line(1, { ref: '507f1f77bcf86cd799439011' }));
  const guessed = await take({ content });
  expect(guessed.problems).toMatchObject([{ field: 'ref', message: expect.stringContaining('manually') }]);
  expect(guessed.problems[0]).not.toHaveProperty('ref');
  expect(await take({ content, mapping: { ref: 'ref' } })).toMatchObject({ ready: 1, superseded: 1 });
  expect((await rows()).map(({ ref }) => ref)).toEqual(['507f1f77bcf86cd799439011']);
});

test('names of companies are not taken for tokens', () => {
  for (const text of [
    'Basic Foods Limited 2019',
    'customer-reference-00012345',
    'ACME-UK-2024-0001-London',
    'Acme_Holdings.International-B.V.2',
    `customer ${uuid(1)}`,
    'accounts2@long-company-name.example.com',
    'https://crm.example.com/accounts/000012345678/view',
  ]) {
    expect([text, isRatherToken(text)]).toEqual([text, false]);
  }
  for (const text of [
    access(1),
    longer(1),
    third,
    `Bearer ${access(2)}`,
    'a9'.repeat(20),
    `x ${longer(2)} y`,
  ]) {
    expect([text, isRatherToken(text)]).toEqual([text, true]);
  }
});
