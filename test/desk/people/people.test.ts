import { expect, test } from 'vitest';
import { VirtualClock } from '#base/clock.ts';
import { createSigner, newSigningKey } from '#base/signing.ts';
import type { Grant } from '#contract/people.ts';
import { signEntry } from '#desk/core/signed-entry.ts';
import { createJournal, journalChain } from '#desk/journal/journal.ts';
import { openPeople } from '#desk/people/index.ts';
import type { Caller } from '#desk/people/people.ts';
import { insertJournalEntry, readJournalEnd } from '#desk/store/journal.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

const admin: Grant[] = [{ role: 'admin', scope: 'desk' }];
const engineer: Grant[] = [{ role: 'engineer', scope: 'desk' }];
const dayMs = 86_400_000;

const withPeople = async () => {
  const context = await testDeskContext();
  const clock = new VirtualClock(1_800_000_000_000);
  const people = await openPeople(context, clock);
  const ada = await people.add({ login: 'ada', name: 'Ada', grants: admin }, 'root');
  const bo = await people.add({ login: 'bo@example.com', name: 'Bo', grants: engineer }, 'Ada <ada>');
  return { context, clock, people, ada, bo };
};

test('the first person is an admin, there always is one, and a sign-in name is given once', async () => {
  const context = await testDeskContext();
  const people = await openPeople(context);
  expect(people.isTeam()).toBe(false);
  await expect(people.add({ login: 'ada', name: 'Ada', grants: engineer }, 'root')).rejects.toThrow(
    /role admin/,
  );
  const ada = await people.add({ login: 'ada', name: 'Ada', grants: admin }, 'root');
  expect(people.isTeam()).toBe(true);
  await expect(people.grant(ada.id, engineer, 'Ada')).rejects.toThrow(/Nobody else is admin/);
  await expect(people.leave(ada.id, 'Ada')).rejects.toThrow(/Nobody else is admin/);
  const bo = await people.add({ login: 'bo', name: 'Bo', grants: admin }, 'Ada <ada>');
  await people.leave(bo.id, 'Ada <ada>');
  await expect(people.leave(ada.id, 'Ada')).rejects.toThrow(/Nobody else is admin/);
  await expect(people.add({ login: 'bo', name: 'Other Bo' }, 'Ada')).rejects.toThrow(/never given twice/);
});

test('a token lets its person in until it expires, is revoked, or its person leaves', async () => {
  const { clock, people, bo } = await withPeople();
  const { token, id } = await people.issueToken(bo.id, { name: 'laptop', days: 2 }, 'Ada <ada>');
  expect(token).toMatch(/^carryover_pat_[\w-]{43}$/);
  expect(people.byToken(token)).toMatchObject({
    login: 'bo@example.com',
    tokenId: id,
    rights: { within: 'desk' },
  });
  expect([people.byToken(`${token}x`), people.byToken(token.toLowerCase())]).toEqual([undefined, undefined]);
  clock.set(clock.now() + 2 * dayMs - 1);
  expect(people.byToken(token)).toBeDefined();
  clock.set(clock.now() + 1);
  expect([people.byToken(token), people.callerOf(bo.id, id)]).toEqual([undefined, undefined]);

  const second = await people.issueToken(
    bo.id,
    { name: 'script', access: 'read', scope: 'target:local' },
    'Ada',
  );
  expect(people.byToken(second.token)?.rights).toEqual({
    grants: engineer,
    within: 'target:local',
    readsOnly: true,
  });
  await people.revokeToken(bo.id, second.id, 'Ada <ada>');
  expect(people.byToken(second.token)).toBeUndefined();

  const third = await people.issueToken(bo.id, { name: 'phone' }, 'Ada <ada>');
  const over: string[] = [];
  people.whenRolesChange(people.callerOf(bo.id) as Caller, () => over.push('session'));
  people.whenRolesChange(people.callerOf(bo.id, third.id) as Caller, () => over.push('token'));
  await people.leave(bo.id, 'Ada <ada>');
  expect(over).toEqual(['session', 'token']);
  expect([people.byToken(third.token), people.callerOf(bo.id)]).toEqual([undefined, undefined]);
  await expect(people.issueToken(bo.id, { name: 'new' }, 'Ada')).rejects.toThrow(/Bo has left/);
  await people.rejoin(bo.id, 'Ada <ada>');
  expect([people.byToken(third.token), people.callerOf(bo.id)?.name]).toEqual([undefined, 'Bo']);
});

test('people are read from the journal when the desk is opened again; no token is in it', async () => {
  const { context, clock, people, ada, bo } = await withPeople();
  const { token } = await people.issueToken(bo.id, { name: 'laptop' }, 'Ada <ada>');
  await people.rename(ada.id, 'Ada L.', 'Ada <ada>');
  await people.link(bo.id, { issuer: 'https://id.example', subject: '7' });
  const again = await openPeople(context, clock);
  expect(again.list().map(({ name, login }) => [name, login])).toEqual([
    ['Ada L.', 'ada'],
    ['Bo', 'bo@example.com'],
  ]);
  expect(again.byToken(token)?.name).toBe('Bo');
  expect(again.byAccount({ issuer: 'https://id.example', subject: '7' })?.id).toBe(bo.id);
  expect(again.byAccount({ issuer: 'https://other.example', subject: '7' })).toBeUndefined();
  const texts = await context.store.read(async ({ db }) =>
    JSON.stringify(await db.selectFrom('desk_journal').selectAll().execute()),
  );
  expect(texts).toContain('token.issued');
  expect(texts).not.toContain(token);
});

test('whoever can write the table lets nobody in, gives no role, and brings nobody back', async () => {
  const { context, clock, people, bo } = await withPeople();
  const { token } = await people.issueToken(bo.id, { name: 'laptop' }, 'Ada <ada>');
  await people.leave(bo.id, 'Ada <ada>');
  const forger = createSigner(newSigningKey());
  const forged = [
    { kind: 'person.returned', content: { personId: bo.id } },
    { kind: 'person.granted', content: { personId: bo.id, grants: admin } },
    {
      kind: 'person.added',
      content: { personId: context.newId(), login: 'eve', name: 'Eve', grants: admin },
    },
  ];
  for (const { kind, content } of forged) {
    await context.store.write(async (tx) => {
      const end = await readJournalEnd(tx);
      const place = { domain: 'journal entry', chain: journalChain, before: end?.digest ?? '' } as const;
      const entry = {
        seq: (end?.seq ?? 0) + 1,
        at: end?.at ?? '',
        actor: 'Ada <ada>',
        kind,
        content: JSON.stringify(content),
      };
      await insertJournalEntry(tx, { ...signEntry(forger, place, entry), digest: end?.digest ?? '' });
    });
  }
  const again = await openPeople(context, clock);
  expect(again.list().map(({ login, left }) => [login, left !== undefined])).toEqual([
    ['ada', false],
    ['bo@example.com', true],
  ]);
  expect([again.byToken(token), again.show(bo.id).grants]).toEqual([undefined, engineer]);
});

test('after a broken chain a departure still counts, and a role does not', async () => {
  const { context, clock, people, ada, bo } = await withPeople();
  await people.rename(ada.id, 'Ada L.', 'Ada <ada>');
  const end = await context.store.read(readJournalEnd);
  await context.store.write(({ db }) =>
    db
      .updateTable('desk_journal')
      .set({ actor: 'somebody else' })
      .where('seq', '=', end?.seq ?? 0)
      .execute(),
  );
  const journal = createJournal(context);
  await context.store.write((tx) =>
    journal.append(
      tx,
      'Ada <ada>',
      { kind: 'person.granted', content: { personId: bo.id, grants: admin } },
      { kind: 'person.left', content: { personId: bo.id } },
    ),
  );
  const again = await openPeople(context, clock);
  expect([again.show(bo.id).grants, again.callerOf(bo.id)]).toEqual([engineer, undefined]);
});

test('a desk whose journal of people was changed lets nobody in, and stays a desk with people', async () => {
  const { context, clock, people, ada } = await withPeople();
  const { token } = await people.issueToken(ada.id, { name: 'laptop' }, 'Ada <ada>');
  await context.store.write(({ db }) =>
    db.updateTable('desk_journal').set({ actor: 'somebody else' }).where('seq', '=', 1).execute(),
  );
  const again = await openPeople(context, clock);
  expect([again.isTeam(), again.list(), again.byToken(token)]).toEqual([true, [], undefined]);
});

test('an account belongs to one person, and a person has one account, until it is unlinked', async () => {
  const { people, ada, bo } = await withPeople();
  const account = { issuer: 'https://login.example', subject: '1' };
  const journal = async () => people.byAccount(account)?.name;
  await people.link(ada.id, account);
  await people.link(ada.id, account);
  await expect(people.link(bo.id, account)).rejects.toThrow(/belongs to Ada/);
  await expect(people.link(ada.id, { ...account, subject: '2' })).rejects.toThrow(/linked already/);
  expect(await journal()).toBe('Ada');
  // Both at once: one of them is linked.
  await people.unlink(ada.id, 'Bo <bo@example.com>');
  const both = await Promise.allSettled([people.link(ada.id, account), people.link(bo.id, account)]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await people.leave(bo.id, 'Ada <ada>');
  await expect(people.link(bo.id, { ...account, subject: '2' })).rejects.toThrow(/has left/);
});
