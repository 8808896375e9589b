import { expect, test } from 'vitest';
import { temporaryPlace } from '#test/support/postgres/shared.ts';
import { startServiceProcess } from '#test/support/service-process.ts';
import { expectWhole, startLoad } from './load.ts';

/** What the next build has besides: something new that both builds keep up, and something that only this one has used. */
const next = {
  '9000-labels-expand': [
    'alter table companies add column label text',
    `create function labelled() returns trigger language plpgsql as $$ begin
      new.label := upper(new.name); return new; end $$`,
    'create trigger labelled before insert or update on companies for each row execute function labelled()',
    'update companies set label = upper(name)',
    'alter table endpoints add column note text',
  ],
  '9001-labels-contract': ['alter table companies alter column label set not null'],
};
const contracted = `select count(*)::int as count from $schema.migrations where name = '9001-labels-contract'`;

test('two builds run beside each other under load, and what the earlier one needs goes after it', {
  timeout: 120_000,
}, async () => {
  const place = await temporaryPlace();
  const load = await startLoad([place, place]);
  const isContracted = async (): Promise<boolean> =>
    (await load.query<{ count: number }>(contracted))[0]?.count === 1;
  await load.upgrade(1, next);
  expect(await load.query('select name from $schema.migrations order by name desc limit 1')).toEqual([
    { name: '9000-labels-expand' },
  ]);
  // The earlier build may start again, as after a crash; before the crash, since without it, what it needs may go.
  const again = await startServiceProcess(place);
  await load.processes[0]?.end('SIGKILL');
  load.processes[0] = again;
  for (let n = 0; n < 5; n++) {
    const [earlier, later] = load.processes;
    for (const process of [earlier, later]) await process?.api('GET', '/webhooks');
    await load.processes[n % 2]?.api('POST', '/companies', { name: `beside ${n}` });
  }
  expect(await isContracted()).toBe(false);
  await load.upgrade(0, next);
  await load.slowly(async () => expect.poll(isContracted, { timeout: 30_000 }).toBe(true));
  expect(
    await load.query('select count(*)::int as count from $schema.companies where label <> upper(name)'),
  ).toEqual([{ count: 0 }]);
  await expectWhole('an upgrade', load, await load.settle());

  await expect(startServiceProcess(place)).rejects.toThrow('9001-labels-contract');
});
