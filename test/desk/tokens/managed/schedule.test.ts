import { expect, test } from 'vitest';
import { formatOutside } from '#desk/tokens/managed/outside-window.ts';
import { both, runbookFixture, wave } from './fixture.ts';

const berlin = { zone: 'Europe/Berlin', start: '2098-03-29T22:00', end: '2098-03-30T06:00' };

const scheduled = async () => {
  const fixture = await runbookFixture();
  await fixture.runbooks.open(fixture.id, wave, 'Ada');
  await fixture.supplyAll();
  return fixture;
};

test('a window is proposed in local time, kept in UTC, and agreed by both parties', async () => {
  const { id, runbooks, cases, stateOf } = await scheduled();
  await expect(runbooks.agreeWindow(id, { party: 'support', name: 'Jo', quote: 'x' }, 'Ada')).rejects.toThrow(
    /No migration window is proposed/,
  );
  await runbooks.estimate(id, { companies: 10 }, 'Ada');
  const proposed = await runbooks.proposeWindow(id, { ...berlin, otherZone: 'America/New_York' }, 'Ada');
  // 2098-03-30 is the last Sunday of March: the clock is put forward in the night.
  expect(proposed.window).toMatchObject({
    start: '2098-03-29T21:00:00.000Z',
    end: '2098-03-30T04:00:00.000Z',
    zone: 'Europe/Berlin',
    local: [
      { zone: 'Europe/Berlin', start: '2098-03-29 22:00 +01:00', end: '2098-03-30 06:00 +02:00' },
      { zone: 'America/New_York', start: '2098-03-29 17:00 -04:00', end: '2098-03-30 00:00 -04:00' },
    ],
    agreements: [],
  });
  await expect(runbooks.agreeWindow(id, { party: 'support', name: 'Jo' }, 'Ada')).rejects.toThrow(
    /its attachment.*or the quoted message/,
  );
  await expect(
    runbooks.agreeWindow(id, { party: 'support', name: 'Jo', attachmentId: id }, 'Ada'),
  ).rejects.toThrow(/no attachment/);
  await expect(
    runbooks.agreeWindow(id, { party: 'support', name: 'Jo', quote: 'x', at: '2099-01-01T00:00:00Z' }, 'Ada'),
  ).rejects.toThrow(/at must not be in the future/);

  const content = Buffer.from('Mail of Kim: fine').toString('base64');
  const attachmentId = (await cases.attach(id, { name: 'mail.txt', content }, 'Ada')).attachments[0]
    ?.id as string;
  await runbooks.agreeWindow(id, { party: 'integrator', name: 'Kim', attachmentId }, 'Ada');
  await runbooks.agreeWindow(id, { party: 'provider', name: 'Max', quote: 'We too' }, 'Ada');
  const half = (await runbooks.show(id)).steps[1];
  expect([half?.state, half?.missing]).toEqual(['open', ['The window is not agreed by support yet.']]);
  const windowId = proposed.window?.id as string;
  const early = { party: 'support', name: 'Jo', quote: 'Fine', at: '2001-01-15T09:00:00Z' } as const;
  await expect(runbooks.agreeWindow(id, early, 'Ada')).rejects.toThrow(
    /at must not be before the window was proposed/,
  );
  const recorded = proposed.window?.at as string;
  // To the minute, as people write it down.
  const at = `${recorded.slice(0, 16)}Z`;
  const done = await runbooks.agreeWindow(
    id,
    { party: 'support', name: 'Jo', quote: 'Fine', at, windowId },
    'Ada',
  );
  expect(done.steps[1]).toMatchObject({ state: 'done', doneBy: 'Kim (integrator) and Jo (support)' });
  expect(done.window?.agreements.map(({ party, name, attachmentId: file }) => [party, name, file])).toEqual([
    ['integrator', 'Kim', attachmentId],
    ['provider', 'Max', undefined],
    ['support', 'Jo', undefined],
  ]);
  expect(done.window?.agreements[2]?.at).toBe(`${recorded.slice(0, 16)}:00.000Z`);
  expect((done.steps[1]?.doneAt ?? '') >= recorded).toBe(true);

  const confirm = done.window?.voids?.confirm as string;
  await runbooks.proposeWindow(id, { ...berlin, end: '2098-03-30T07:00', confirm }, 'Ada');
  expect(await stateOf('schedule')).toBe('open');
  await expect(
    runbooks.agreeWindow(id, { party: 'support', name: 'Jo', quote: 'Fine', windowId }, 'Ada'),
  ).rejects.toThrow(/another migration window was proposed/);
});

test.each([
  [{ ...berlin, zone: 'Berlin' }, /zone must be an IANA time zone/],
  [{ ...berlin, start: '2098-03-30T02:30' }, /start names 2098-03-30 02:30, which does not exist/],
  [{ ...berlin, end: '2098-10-26T02:30' }, /comes twice/],
  [{ ...berlin, end: '2098-03-29T21:00' }, /end must come after start/],
  [{ ...berlin, end: '2098-06-01T00:00' }, /within 31 days/],
  [{ zone: 'UTC', start: '2020-01-01T00:00', end: '2020-01-01T06:00' }, /must not be in the past/],
])('the window %j is refused with the reason', async (window, words) => {
  const { id, runbooks } = await scheduled();
  await expect(runbooks.proposeWindow(id, window, 'Ada')).rejects.toThrow(words);
});

test('a window that is too short, and an estimate that is too old, are remarked on', async () => {
  const { id, runbooks, cases } = await scheduled();
  const remarks = async () => (await runbooks.show(id)).steps[1]?.remarks;
  await runbooks.estimate(id, { companies: 300_000 }, 'Ada');
  await runbooks.proposeWindow(id, berlin, 'Ada');
  expect(await remarks()).toEqual([
    expect.stringMatching(/7 h long, and the migration will likely take .* at worst .* Choose a longer one/),
  ]);
  await runbooks.estimate(id, { companies: 100_000 }, 'Ada');
  expect(await remarks()).toEqual([
    expect.stringMatching(/7 h long, and the migration may take .* at worst \(likely/),
  ]);
  await runbooks.estimate(id, { companies: 10 }, 'Ada');
  expect(await remarks()).toEqual([]);
  const nothing = { rows: 1, ready: 1, invalid: 0, replaced: 0, unchanged: 0, byPlatform: {} };
  const content = { importId: id, name: 'more.csv', format: 'csv', fingerprint: 'f', ...nothing } as const;
  await cases.act(id, 'Ada', { kind: 'tokens.imported', content });
  expect(await remarks()).toEqual([expect.stringContaining('imported since the estimate')]);
});

test('the calendar file has its times in UTC, and both local times in words', async () => {
  const { id, runbooks } = await scheduled();
  await expect(runbooks.calendar(id)).rejects.toThrow(/No migration window/);
  await runbooks.estimate(id, { companies: 10 }, 'Ada');
  const autumn = { zone: 'Europe/Berlin', start: '2098-10-26T01:00', end: '2098-10-26T02:30+01:00' };
  await runbooks.proposeWindow(id, { ...autumn, otherZone: 'Asia/Kathmandu' }, 'Ada');
  const text = await runbooks.calendar(id);
  expect(text).toBe(await runbooks.calendar(id));
  const linesOf = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n');
  const lines = linesOf(text);
  const told = (name: string, of = lines) =>
    of.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
  expect([told('DTSTART'), told('DTEND'), told('UID')]).toEqual([
    '20981025T230000Z',
    '20981026T013000Z',
    `runbook-${id}`,
  ]);
  expect(told('SUMMARY')).toBe('Migration of Wave connections: Acme Ltd');
  expect(told('DESCRIPTION')).toContain(
    'Europe/Berlin: 2098-10-26 01:00 +02:00 to 2098-10-26 02:30 +01:00\\nAsia/Kathmandu: 2098-10-26 04:45 +05:45 to 2098-10-26 07:15 +05:45',
  );
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
  expect([told('STATUS'), told('SEQUENCE')]).toEqual(['TENTATIVE', '0']);

  await runbooks.proposeWindow(id, berlin, 'Ada');
  for (const party of both) {
    await runbooks.agreeWindow(id, { party, name: party, quote: 'Fine' }, 'Ada');
  }
  const moved = linesOf(await runbooks.calendar(id));
  expect(['UID', 'SEQUENCE', 'STATUS'].map((name) => told(name, moved))).toEqual([
    `runbook-${id}`,
    '1',
    'CONFIRMED',
  ]);
});

test('a run outside of the agreed window is remarked on, with why it was overridden', async () => {
  const fixture = await runbookFixture();
  const { id, runbooks, ranTo } = fixture;
  await runbooks.open(id, wave, 'Ada');
  await fixture.supplyAll();
  await ranTo('pilot', { done: 1 });
  await fixture.scheduleAll();
  const remarks = async () => (await runbooks.show(id)).steps.map((step) => step.remarks);
  expect((await remarks())[1]).toEqual([]);
  const runId = await ranTo('pilot', { done: 1 });
  const words = expect.stringMatching(/^The pilot of .* began \d+ years before the agreed window/);
  expect(await remarks()).toEqual([[], [words], [], [], [words], []]);
  const windowId = (await runbooks.show(id)).window?.id as string;
  await fixture.cases.act(id, 'Kim', {
    kind: 'runbook.windowOverridden',
    content: { runId, kind: 'pilot', windowId, reason: 'They asked for it' },
  });
  expect((await remarks())[4]).toEqual([
    expect.stringMatching(/the agreed window .*\. Overridden by Kim: They asked for it$/),
  ]);
  for (let run = 0; run < 4; run += 1) await ranTo('run', { done: 1 });
  expect((await remarks())[1]).toEqual([
    words,
    expect.stringMatching(/^The run of/),
    expect.stringMatching(/^The run of/),
    '2 more runs outside the window.',
  ]);
});

test('a window begins at its start, and is over at its end', () => {
  const [start, end] = ['2098-01-10T21:00:00.000Z', '2098-01-13T05:00:00.000Z'];
  const record = { seq: 1, at: start, actor: 'Ada' };
  const agreed = both.map((party) => ({ party, name: party, ...record, recorded: start }));
  const window = { id: 'w', start, end, zone: 'UTC', agreements: agreed, replaced: 0, ...record };
  const at = (instant: string, ms: number) => formatOutside(Date.parse(instant) + ms, window);
  expect([at(start, 0), at(start, 1), at(end, -1)]).toEqual([undefined, undefined, undefined]);
  expect(at(start, -1)).toBe(`1 ms before the agreed window (${start} to ${end})`);
  expect(at(end, 0)).toBe(`0 s after the agreed window (${start} to ${end})`);
  expect(at(end, 60_000)).toMatch(/^1 min after/);
  for (const agreements of [[], agreed.slice(0, 1), agreed.slice(1)]) {
    expect(formatOutside(0, { ...window, agreements })).toBeUndefined();
  }
  expect(formatOutside(0, undefined)).toBeUndefined();
});

test('another window over an agreed one says first what becomes void, and is confirmed as that', async () => {
  const fixture = await scheduled();
  const { id, runbooks, cases, stateOf } = fixture;
  const later = { ...berlin, end: '2098-03-30T08:00' };
  await fixture.scheduleAll();
  await fixture.updateAll();
  const { window } = await runbooks.show(id);
  expect(window?.voids).toMatchObject({
    agreements: ['of integrator (integrator)', 'of support (support)'],
    steps: ['Schedule the migration'],
    runs: [],
  });
  const { revision } = await cases.state(id);
  const confirm = window?.voids?.confirm as string;
  for (const wrong of [{}, { confirm: 'yes' }, { confirm: '' }]) {
    await expect(runbooks.proposeWindow(id, { ...later, ...wrong }, 'Ada')).rejects.toMatchObject({
      code: 'runbook.windowAgreed',
      message: expect.stringMatching(
        /^Nothing was changed: .* is agreed\. Void: the agreement of of integrator \(integrator\), of support \(support\)\. Open again: "Schedule the migration"\. Confirm/,
      ),
    });
  }
  const same = { zone: 'Europe/Berlin', start: '2098-01-10T22:00', end: '2098-01-13T06:00' };
  await runbooks.proposeWindow(id, same, 'Ada');
  expect([(await cases.state(id)).revision, await stateOf('schedule')]).toEqual([revision, 'done']);

  // What was looked at is confirmed, and nothing that came since.
  await runbooks.agreeWindow(id, { party: 'provider', name: 'Max', quote: 'Fine' }, 'Ada');
  await expect(runbooks.proposeWindow(id, { ...later, confirm }, 'Ada')).rejects.toThrow(/Max \(provider\)/);
  const runId = '0a6cf1c4-8a8a-4f6e-9d0a-1c5b0f0a2b11';
  const ledger = { entries: 0, digest: '0'.repeat(64) };
  const about = { targetId: 'local', targetName: 'local', rows: 1, options: {}, ledger } as const;
  await cases.act(id, 'Ada', { kind: 'tokens.runStarted', content: { runId, kind: 'run', ...about } });
  const voids = (await runbooks.show(id)).window?.voids;
  expect(voids?.runs).toEqual([expect.stringMatching(/^run of \d.* \(running\)$/)]);
  await runbooks.proposeWindow(id, { ...later, confirm: voids?.confirm as string }, 'Ada');
  expect(await stateOf('schedule')).toBe('open');
  const proposed = (await runbooks.show(id)).window;
  expect([proposed?.agreements, proposed?.voids]).toEqual([[], undefined]);

  // Nobody agreed to this one.
  await runbooks.proposeWindow(id, berlin, 'Ada');
  await runbooks.agreeWindow(id, { party: 'support', name: 'Jo', quote: 'Fine' }, 'Ada');
  await expect(runbooks.proposeWindow(id, later, 'Ada')).rejects.toThrow(/Void: the agreement of Jo/);
});
