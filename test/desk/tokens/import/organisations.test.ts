import { expect, test } from 'vitest';
import { access, header, importFixture, line, uuid } from './fixture.ts';

/** One organisation at a platform belongs to one company: which row is right is for a person to decide. */

test('two rows of one tenant under different names are an error, reported once', async () => {
  const { take, rows } = await importFixture();
  const tenantId = uuid(7);
  const result = await take(
    [header, line(1, { tenantId }), line(2, { tenantId: tenantId.toUpperCase() }), line(3)].join('\n'),
  );
  expect(result).toMatchObject({ ready: 1, invalid: 2, problemCount: 1 });
  expect(result.problems).toEqual([
    expect.objectContaining({
      row: 3,
      field: 'tenantId',
      message: expect.stringMatching(
        /^It has the same tenantId as row 2, under another ref: .* Remove the wrong row/,
      ),
    }),
  ]);
  // Neither is taken for the right one: both say why.
  expect((await rows()).map(({ problems }) => problems === null)).toEqual([false, false, true]);
});

test('a row of a tenant that was imported before under another ref names that row', async () => {
  const { take } = await importFixture();
  const tenantId = uuid(7);
  await take([header, line(1, { tenantId })].join('\n'));
  const result = await take([header, line(2, { tenantId })].join('\n'));
  expect(result.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('the same tenantId as row 2 of "pasted", imported before'),
  ]);
  // The same row again is no other one.
  expect(await take([header, line(1, { tenantId, accessToken: access(9) })].join('\n'))).toMatchObject({
    ready: 1,
    problems: [],
  });
});

test('where several fields tell the organisation, all of them have to be the same', async () => {
  const { take } = await importFixture();
  const rows = (...fields: [organizationId: string, dataCentre: string][]) =>
    [
      'ref,name,platform,accessToken,refreshToken,organizationId,dataCentre',
      ...fields.map(
        ([id, dc], n) => `z-${n},Zoho ${n},rwuv,${access(n + 20)},refresh-${n}-${'x'.repeat(20)},${id},${dc}`,
      ),
    ].join('\n');
  const result = await take(rows(['100234561', 'eu'], ['100234562', 'eu'], ['100234561', 'com']));
  expect(
    result.problems.filter(({ message }) => message.includes('organizationId')).map(({ row }) => row),
  ).toEqual([4]);
});
