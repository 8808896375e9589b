import { expect, test } from 'vitest';
import { systemTime, toIso, VirtualClock } from '#base/clock.ts';
import type { Integrity } from '#contract/verification.ts';
import { createCases } from '#desk/cases/index.ts';
import { openRetention } from '#desk/retention/index.ts';
import { readJournal } from '#desk/store/journal.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

const dayMs = 86_400_000;

const fixture = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const clock = new VirtualClock(systemTime.now() + 1000);
  let integrity: Integrity = { notices: [] };
  let unfinished: Error | undefined;
  const forgotten: string[] = [];
  const parts = {
    cases,
    verification: { status: () => integrity },
    tokens: {
      refuseUnfinished: async () => async () => {
        if (unfinished !== undefined) throw unfinished;
      },
      forget: async (caseId: string) => void forgotten.push(caseId),
    },
  };
  const open = () => openRetention(context, parts, clock);
  const retention = await open();
  const later = (days: number) => clock.set(clock.now() + days * dayMs);
  const closed = async (name: string) => {
    const { id } = await cases.create({ name }, 'Ada');
    await cases.act(id, 'Ada', { kind: 'case.closed', content: {} });
    return id;
  };
  const names = async () => (await cases.list()).map(({ name }) => name).sort();
  return {
    context,
    cases,
    retention,
    open,
    later,
    closed,
    names,
    forgotten,
    clock,
    damage: (notices: string[]) => {
      integrity = { notices };
    },
    leaveUnfinished: (error: Error | undefined) => {
      unfinished = error;
    },
  };
};

test('by default everything is kept; a closed case is announced, and deleted 14 days later', async () => {
  const { retention, later, closed, names, cases, context, forgotten, clock } = await fixture();
  const acme = await closed('Acme');
  await cases.create({ name: 'Open' }, 'Ada');
  later(40_000);
  await retention.sweep();
  expect(await names()).toEqual(['Acme', 'Open']);

  await retention.change(90, 'Ada <ada>');
  const dueAt = toIso(clock.now() + 14 * dayMs);
  expect(await retention.ofCase(acme)).toEqual({
    rule: 90,
    of: 'desk',
    due: dueAt,
    announced: expect.any(String),
  });
  expect(await retention.show()).toMatchObject({ rule: 90, cases: [{ id: acme, name: 'Acme', due: dueAt }] });
  later(13.9);
  await retention.sweep();
  expect(await names()).toEqual(['Acme', 'Open']);
  later(0.2);
  await retention.sweep();
  expect([await names(), forgotten]).toEqual([['Open'], [acme]]);
  const kinds = (await context.store.read(readJournal)).map(({ kind, actor }) => `${kind} ${actor}`);
  expect(kinds.filter((one) => !one.startsWith('rows.sealed')).slice(-4)).toEqual([
    'retention.changed Ada <ada>',
    'retention.announced carryover',
    'retention.applied carryover',
    'case.deleted carryover',
  ]);
});

test('whatever changes after the announcement takes it back', async () => {
  const { retention, later, closed, names, cases } = await fixture();
  await retention.change(30, 'Ada');
  const [changed, held, kept, reopened] = [
    await closed('Changed'),
    await closed('Held'),
    await closed('Kept'),
    await closed('Reopened'),
  ];
  await closed('Untouched');
  later(40);
  await retention.sweep();
  await retention.hold(held, ' claim of Acme ', 'Ada');
  await retention.changeCase(kept, 'keep', 'Ada');
  await cases.act(changed, 'Ada', { kind: 'case.archived', content: {} });
  await cases.act(reopened, 'Ada', { kind: 'case.reopened', content: {} });
  later(15);
  await retention.sweep();
  expect(await names()).toEqual(['Changed', 'Held', 'Kept', 'Reopened']);
  expect(await retention.ofCase(held)).toEqual({
    rule: 30,
    of: 'desk',
    hold: { reason: 'claim of Acme', at: expect.any(String), by: 'Ada' },
  });
  // Its announcement begins again, from its last entry.
  expect(await retention.ofCase(changed)).toMatchObject({ announced: expect.any(String) });
  await retention.release(held, 'settled', 'Bo');
  await retention.sweep();
  later(15);
  await retention.sweep();
  expect(await names()).toEqual(['Kept', 'Reopened']);
});

test('a rule of a case counts before that of the desk; another rule needs another announcement', async () => {
  const { retention, later, closed, names } = await fixture();
  await retention.change('keep', 'Ada');
  const acme = await closed('Acme');
  await retention.changeCase(acme, 10, 'Ada');
  later(13.9);
  await retention.changeCase(acme, 11, 'Ada');
  later(0.5);
  await retention.sweep();
  expect(await names()).toEqual(['Acme']);
  await retention.changeCase(acme, 'desk', 'Ada');
  expect(await retention.ofCase(acme)).toEqual({ rule: 'keep', of: 'desk' });
});

test('a clock that is wrong for a while deletes nothing', async () => {
  const { context, retention, later, closed, names, open, clock } = await fixture();
  await retention.change(30, 'Ada');
  await closed('Acme');
  later(36_000);
  await retention.sweep();
  // The clock is right again.
  const right = await openRetention(
    context,
    { cases: createCases(context), ...neverAsked },
    new VirtualClock(systemTime.now()),
  );
  await right.sweep();
  expect(await names()).toEqual(['Acme']);
  expect(clock.now()).toBeGreaterThan(systemTime.now());
  await expect((await open()).show()).resolves.toMatchObject({ rule: 30 });
});
const neverAsked = {
  verification: { status: () => ({ notices: [] }) },
  tokens: {
    refuseUnfinished: () => Promise.reject(new Error('asked')),
    forget: () => Promise.reject(new Error('asked')),
  },
};

test('nothing is deleted while the desk is not as it was written, or a run is unfinished; the case says why', async () => {
  const { retention, later, closed, names, damage, leaveUnfinished } = await fixture();
  await retention.change(30, 'Ada');
  const acme = await closed('Acme');
  later(40);
  await retention.sweep();
  later(15);
  damage(['The journal was changed.']);
  await retention.sweep();
  expect(await retention.ofCase(acme)).toMatchObject({
    problem: expect.stringMatching(/not as it was written/),
  });
  damage([]);
  leaveUnfinished(new Error('A run is paused.'));
  await retention.sweep();
  expect(await retention.ofCase(acme)).toMatchObject({ problem: 'A run is paused.' });
  expect(await names()).toEqual(['Acme']);
  leaveUnfinished(undefined);
  await retention.sweep();
  expect(await names()).toEqual([]);
});

test('rules and holds are as they were after the desk was opened again', async () => {
  const { retention, closed, open } = await fixture();
  const acme = await closed('Acme');
  await retention.change(30, 'Ada');
  await retention.hold(acme, 'claim', 'Ada');
  const { hold, ...rest } = await (await open()).ofCase(acme);
  expect([hold?.reason, rest]).toEqual(['claim', { rule: 30, of: 'desk' }]);
  await expect(retention.hold(acme, 'again', 'Ada')).rejects.toThrow(/under legal hold/);
  await retention.release(acme, 'settled', 'Ada');
  await expect(retention.release(acme, 'again', 'Ada')).rejects.toThrow(/not under legal hold/);
  await expect(retention.hold(crypto.randomUUID(), 'none', 'Ada')).rejects.toThrow(/case/i);
});
