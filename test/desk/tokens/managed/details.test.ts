import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { createRunbooks } from '#desk/tokens/managed/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { catalogue } from '#test/support/desk-fixture.ts';
import { importTrusting } from '#test/support/importing.ts';
import { runbookFixture, wave } from './fixture.ts';

const managed = catalogue.filter(({ migration }) => migration.managed);
const planted = 'PlantedClientSecret-31415926535+/=';
const forms = [
  planted,
  Buffer.from(planted).toString('base64'),
  Buffer.from(planted).toString('hex'),
  encodeURIComponent(planted),
  JSON.stringify(planted).slice(1, -1).replaceAll('/', '\\/'),
];

test('there are six platforms with managed migration', () => {
  expect(managed.map(({ name }) => name).sort()).toEqual([
    'FreeAgent',
    'FreshBooks',
    'QuickBooks Online',
    'Shopify',
    'Wave',
    'Zoho Books',
  ]);
});

test.each(managed.map((entry) => [entry.name, entry] as const))(
  '%s: its form follows from the catalogue, and its own examples fill it',
  async (_name, entry) => {
    const { id, runbooks, supplyAll } = await runbookFixture();
    const { details, companyFields } = await runbooks.open(id, entry.platformKey, 'Ada');
    const names = details.map(({ name }) => name);
    for (const { name } of entry.managedDetails ?? []) expect(names).toContain(name);
    expect(names).toEqual(expect.arrayContaining(['clientId', 'clientSecret', 'dataTypes']));
    expect(names.includes('refreshedBy')).toBe(entry.oauth.refreshToken !== 'none');
    expect(companyFields).toEqual(entry.credentials);
    const required = details.filter((one) => one.required);
    const checklist = await runbooks.checklist(id);
    for (const { name } of [...required, ...companyFields])
      expect(checklist).toMatch(new RegExp(`- \\[ \\].*\` ${name} \``));
    const view = await supplyAll();
    expect(view.details.map(({ state }) => state)).toEqual(details.map(() => 'given'));
    expect(view.steps[0]).toMatchObject({ state: 'done', doneBy: 'Kim', missing: [] });
    expect(await runbooks.checklist(id)).toMatch(
      /Nothing. Every required detail is supplied[\s\S]*- \[x\] OAuth client id/,
    );
  },
);

test('what is missing and what is malformed is listed by field, and nothing of it is repeated', async () => {
  const { id, runbooks, cases } = await runbookFixture();
  await runbooks.open(id, 'rwuv', 'Ada');
  const wrong = {
    clientId: planted.repeat(40),
    dataCentres: `eu ${planted}`,
    colour: 'blue',
    [planted.repeat(2)]: 'x',
  };
  const refused = await runbooks.supply(id, { fields: wrong }, 'Kim').catch((error: unknown) => error);
  expect(refused).toMatchObject({
    validation: [
      { itemId: 'fields.clientId', validatorName: 'pattern' },
      { itemId: 'fields.dataCentres', validatorName: 'pattern' },
      { itemId: 'fields.colour', validatorName: 'unknown' },
      { itemId: 'fields.Plan…', validatorName: 'unknown' },
    ],
  });
  expect(JSON.stringify(refused) + String(refused)).not.toContain('PlantedClient');
  await expect(runbooks.supply(id, { fields: {} }, 'Kim')).rejects.toThrow(/fields is empty/);
  const view = await runbooks.supply(id, { fields: { dataCentres: 'eu, com.au' } }, 'Kim');
  expect(view.steps[0]?.missing).toContain('OAuth client secret (clientSecret) is missing.');
  expect(view.steps[0]?.missing.join()).not.toContain('dataCentres');
  const { revision } = await cases.state(id);
  await runbooks.supply(id, { fields: { dataCentres: 'eu, com.au' } }, 'Kim');
  expect((await cases.state(id)).revision).toBe(revision);
});

test('secret details are sealed: in no file, log, entry or document; only a reveal shows them, on record', async () => {
  const fixture = await runbookFixture();
  const { id, runbooks, cases, context, logged } = fixture;
  await runbooks.open(id, wave, 'Ada');
  const view = await runbooks.supply(id, { fields: { clientSecret: planted, clientId: 'AB12cd34' } }, 'Kim');
  expect(view.details.find(({ name }) => name === 'clientSecret')).toMatchObject({
    state: 'given',
    value: '••••+/=',
    kept: true,
  });
  const entries = JSON.stringify(await cases.entries(id, 0, 1000));
  const written = [
    JSON.stringify(view),
    entries,
    await runbooks.checklist(id),
    await cases.exportFile(id),
    await runbooks.handoverDocument(id),
    logged(),
    JSON.stringify(context.announced),
  ];
  const files = readdirSync(context.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  expect(files.length).toBeGreaterThan(0);
  for (const form of forms) {
    for (const text of written) expect(text).not.toContain(form);
    for (const bytes of files) expect(bytes.includes(form)).toBe(false);
  }
  expect(await runbooks.reveal(id, 'Jo')).toEqual({
    fields: { clientSecret: planted, clientId: 'AB12cd34' },
  });
  const last = (await cases.entries(id, 0, 1000)).at(-1);
  expect(last).toMatchObject({
    kind: 'runbook.detailsRevealed',
    actor: 'Jo',
    content: { names: ['clientSecret'] },
  });
  await runbooks.supply(id, { fields: { clientSecret: null } }, 'Kim');
  expect((await runbooks.reveal(id, 'Jo')).fields).toEqual({ clientId: 'AB12cd34' });
});

test('a case file carries the runbook; its secrets only under a passphrase', async () => {
  const fixture = await runbookFixture();
  const { id, runbooks, cases, addRows, ranTo } = fixture;
  await addRows(['a-1', 'a-2']);
  await runbooks.open(id, wave, 'Ada');
  await fixture.supplyAll();
  await runbooks.supply(id, { fields: { clientSecret: planted } }, 'Kim');
  await fixture.scheduleAll();
  await fixture.updateAll();
  await runbooks.confirmSyncing(id, { refs: ['a-1', 'a-2'], by: 'Kim', quote: 'Off' }, 'Ada');
  await ranTo('pilot', { done: 1 });
  await runbooks.override(id, 'complete', { reason: 'To be gone on with elsewhere' }, 'Jo');
  const here = await cases.state(id);

  for (const passphrase of [undefined, 'a long passphrase']) {
    const context = await testDeskContext();
    const there = createCases(context);
    const file = await cases.exportFile(id, passphrase);
    await importTrusting(there, file, 'Max', passphrase);
    const taken = await there.state(id);
    expect(taken.runbook).toEqual(here.runbook);
    expect(taken.digest).toBe(here.digest);
    expect(await there.secret(id, 'runbook detail clientSecret')).toBe(passphrase && planted);
    const elsewhere = createRunbooks(context, {
      cases: there,
      targets: fixture.targets,
      catalogue: async () => catalogue,
    });
    const view = await elsewhere.show(id);
    // What companies there are does not travel: what was found about them before counts.
    expect(view.steps.map(({ state }) => state)).toEqual([
      'done',
      'done',
      'done',
      'done',
      'done',
      'overruled',
    ]);
    const secret = view.details.find(({ name }) => name === 'clientSecret');
    expect([secret?.state, secret?.kept]).toEqual(['given', passphrase !== undefined]);
  }
});
