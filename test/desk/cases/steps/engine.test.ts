import { describe, expect, test } from 'vitest';
import type { CaseAction, Step } from '#contract/case.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { causeOf } from '#desk/cases/steps/causes.ts';
import { deriveSteps } from '#desk/cases/steps/derive.ts';
import { createStepEngine } from '#desk/cases/steps/index.ts';
import { type StepFinding, type StepRow, stepModule } from '#desk/cases/steps/table.ts';
import type { Reader } from '#desk/store/store.ts';
import { but, every, folded } from '#test/desk/cases/every-action.ts';

/** The states of steps by made-up tables, without a desk. */

describe('what an action is to the steps that it opens', () => {
  test.each<[CaseAction, string]>([
    [every['case.changed'], 'another target'],
    [but('case.changed', { changes: { clientId: null } }), 'another client id'],
    [but('case.changed', { changes: { name: 'x' } }), 'a change of the case'],
    [every['evidence.added'], 'new evidence'],
    [every['coverage.stated'], 'another coverage of a test run'],
    [every['coverage.withdrawn'], 'a withdrawn confirmation of coverage'],
    [every['observation.seen'], 'new observed calls'],
    [every['finding.restored'], 'a finding that counts again'],
    [every['row.answered'], 'a new answer to the check rule-id'],
    [every['row.overruled'], 'a new override of the check rule-id'],
    [every['row.restored'], 'a withdrawn override of the check rule-id'],
    [but('row.restored', { what: 'overrule' }), 'a withdrawn override of the check rule-id'],
    [but('row.restored', { what: 'answers' }), 'a withdrawn answer to the check rule-id'],
    [every['request.drafted'], 'a new draft of the request'],
    [every['cutover.checked'], 'a check of the cutover'],
    [every['headers.planned'], 'a change of planned headers'],
    [every['headers.set'], 'a change of headers'],
    [every['headers.checked'], 'a header check'],
    [every['tokens.imported'], 'a new import of 3 companies'],
    [but('tokens.imported', { ready: 1, invalid: 0 }), 'a new import of 1 company'],
    [every['tokens.runStarted'], 'a new pilot'],
    [every['tokens.runEnded'], 'the result of a run'],
    [
      but('tokens.runEnded', { counts: { ...every['tokens.runEnded'].content.counts, undone: 1 } }),
      'the undo of 1 company',
    ],
    [every['tokens.duplicatesDecided'], 'a decision about duplicates'],
    [every['runbook.opened'], 'another form for the platform'],
    [every['runbook.detailsSupplied'], 'changed details'],
    [every['runbook.estimated'], 'a new estimate'],
    [every['runbook.windowProposed'], 'a newly proposed migration window'],
    [every['runbook.callbackChecked'], 'a check of the callback URLs'],
    [every['runbook.syncingRevoked'], 'a withdrawn confirmation'],
    [every['runbook.handedOver'], 'a new handover document'],
    [every['runbook.stepRestored'], 'a withdrawn override'],
  ])('$kind', (action, cause) => {
    expect(causeOf([action])).toBe(cause);
  });
  test('the first that is known, or none', () => {
    expect(causeOf([])).toBeUndefined();
    expect(causeOf([every['note.added'], every['case.closed']])).toBeUndefined();
    expect(causeOf([every['note.added'], every['headers.set'], every['evidence.added']])).toBe(
      'a change of headers',
    );
  });
});

const step = (id: string, state: Step['state'] = 'open'): Step => ({
  id,
  part: 'webhooks',
  title: `The ${id}`,
  responsible: 'support',
  state,
  since: '',
});
const row = (id: string, standsOn: readonly string[] = [], byOverride = false): StepRow => ({
  id,
  standsOn,
  facts: `${id} is there`,
  ...(byOverride ? { byOverride } : {}),
});

describe('a step is derived', () => {
  const derived = (
    steps: readonly Step[],
    rows: readonly StepRow[],
    findings: Readonly<Record<string, StepFinding>>,
  ) => [
    ...deriveSteps(
      { steps },
      new Map(rows.map((one) => [one.id, one])),
      (id) => findings[id] ?? 'recorded',
    ).values(),
  ];
  test('from its own facts, and from those that it stands on', () => {
    const steps = [step('b'), step('a'), step('unknown')];
    const rows = [row('a'), row('b', ['a', 'gone'])];
    expect(derived(steps, rows, { a: { missing: ['No a.', 'No other.'] }, b: { missing: [] } })).toEqual([
      { id: 'a', state: 'open', why: ['No a.', 'No other.'] },
      { id: 'b', state: 'open', why: ['"The a" is open.'] },
    ]);
    expect(derived(steps, rows, { a: { missing: [] }, b: { missing: ['No b.'] } })).toEqual([
      { id: 'a', state: 'done', why: [] },
      { id: 'b', state: 'open', why: ['No b.'] },
    ]);
    expect(derived(steps, rows, { a: { missing: ['No a.'] }, b: { missing: ['No b.'] } })[1]?.why).toEqual([
      'No b.',
      '"The a" is open.',
    ]);
    // Each is looked at once, whatever stands on it.
    let looked = 0;
    const many = [step('a'), step('b'), step('c')];
    const table = new Map([row('a'), row('b', ['a']), row('c', ['a', 'b'])].map((one) => [one.id, one]));
    deriveSteps({ steps: many }, table, () => {
      looked += 1;
      return { missing: [] };
    });
    expect(looked).toBe(3);
  });
  test('as it was recorded, where its facts are not here', () => {
    expect(derived([step('a'), step('b', 'done')], [row('a'), row('b', ['a'])], {})).toEqual([
      { id: 'a', state: 'open', why: ['Not marked as done.'] },
      { id: 'b', state: 'open', why: ['"The a" is open.'] },
    ]);
    expect(derived([step('a', 'done')], [row('a')], {})).toEqual([{ id: 'a', state: 'done', why: [] }]);
  });
  test('skipped by a person, or by an override of its requirement', () => {
    const missing = { missing: ['No a.'] };
    expect(derived([step('a', 'skipped')], [row('a')], { a: missing })).toEqual([
      { id: 'a', state: 'skipped', why: [] },
    ]);
    const required = [row('a', [], true)];
    expect(derived([step('a', 'skipped')], required, { a: missing })).toEqual([
      { id: 'a', state: 'open', why: ['No a.'] },
    ]);
    const override = 'Overridden by Jo: known';
    expect(derived([step('a')], required, { a: { ...missing, override } })).toEqual([
      { id: 'a', state: 'skipped', why: [], note: override },
    ]);
    expect(derived([step('a')], required, { a: { missing: [], override } })).toEqual([
      { id: 'a', state: 'done', why: [] },
    ]);
    // What is skipped keeps nothing that stands on it open.
    expect(
      derived([step('a', 'skipped'), step('b')], [row('a'), row('b', ['a'])], { b: { missing: [] } })[1],
    ).toEqual({ id: 'b', state: 'done', why: [] });
  });
});

interface Facts {
  readonly found: boolean;
}
const reader = {} as Reader;
/** "one" stands on the case's notes, "two" on facts of the desk's tables and on "one". */
const engine = (facts: Facts = { found: true }, missing = ['There is no note.']) =>
  createStepEngine([
    stepModule<undefined>([
      { ...row('one'), decide: ({ notes }) => ({ missing: notes.length === 0 ? missing : [] }) },
    ]),
    stepModule<Facts>(
      [
        {
          ...row('two', ['one']),
          decide: (_state, seen) =>
            seen === undefined ? 'recorded' : { missing: seen.found ? [] : ['It is not found.'] },
        },
      ],
      async () => facts,
    ),
  ]);
const states = ({ steps }: CaseState) => steps.map(({ state }) => state);

describe('a case is shown', () => {
  test('with the steps that its facts say, and why they are open', async () => {
    const shown = await engine({ found: false }).shown(folded(), reader);
    expect(shown.steps).toMatchObject([
      { id: 'one', state: 'open', note: 'step note', why: ['There is no note.'] },
      { id: 'two', state: 'open', why: ['It is not found.', '"One" is open.'] },
    ]);
    const done = await engine().shown(folded(every['note.added']), reader);
    expect(states(done)).toEqual(['done', 'done']);
    expect(done.steps[0]).not.toHaveProperty('why');
    // Without tables the last entry counts.
    const recorded = await engine().shown(folded(every['note.added']));
    expect(recorded.steps[1]).toMatchObject({ state: 'open', why: ['Not marked as done.'] });
  });
  test('with ten reasons at most, and with the note of an override', async () => {
    const reasons = Array.from({ length: 12 }, (_, n) => `Reason ${n}.`);
    expect((await engine({ found: true }, reasons).shown(folded(), reader)).steps[0]?.why).toEqual(
      reasons.slice(0, 10),
    );
    const override = createStepEngine([
      stepModule([
        { ...row('one', [], true), decide: () => ({ missing: ['x'], override: 'Overridden by Jo: known' }) },
      ]),
    ]);
    expect((await override.shown(folded())).steps[0]).toMatchObject({
      state: 'skipped',
      note: 'Overridden by Jo: known',
    });
  });
  test('as it is, where no module knows of steps', async () => {
    const state = folded();
    expect(await createStepEngine([]).shown(state, reader)).toBe(state);
    const other = await engine().shown(folded(every['step.added']), reader);
    expect(other.steps[2]).toEqual(folded(every['step.added']).steps[2]);
  });
  test('tables are read only for steps that the case has', async () => {
    let reads = 0;
    const module = stepModule<Facts>([{ ...row('nine'), decide: () => ({ missing: [] }) }], async () => {
      reads += 1;
      return { found: true };
    });
    await createStepEngine([module]).shown(folded(), reader);
    expect(reads).toBe(0);
    const findingOf = await module.look(
      folded(but('step.added', { step: { ...every['step.added'].content.step, id: 'nine' } })),
      reader,
    );
    expect([reads, findingOf('nine'), findingOf('one')]).toEqual([1, { missing: [] }, 'recorded']);
  });
});

describe('what moves with an action', () => {
  const note = every['note.added'];
  test('is put on record with its reason', async () => {
    expect(await engine().settled(folded(), 'Ada', [note], reader)).toEqual([
      note,
      { kind: 'step.changed', content: { id: 'one', state: 'done', reason: 'Done: one is there.' } },
      { kind: 'step.changed', content: { id: 'two', state: 'done', reason: 'Done: two is there.' } },
    ]);
    const done = folded(note, every['step.changed']);
    const opened = await engine().settled(done, 'Ada', [every['note.removed'], every['headers.set']], reader);
    expect(opened).toEqual([
      every['note.removed'],
      every['headers.set'],
      {
        kind: 'step.changed',
        content: {
          id: 'one',
          state: 'open',
          reason: 'Reopened: a change of headers. There is no note.',
        },
      },
    ]);
    expect((await engine().settled(done, 'Ada', [every['note.removed']], reader))[1]).toMatchObject({
      content: { reason: 'Reopened. There is no note.' },
    });
  });
  test('is nothing where all is as recorded, the case is closed, or no module knows of steps', async () => {
    expect(await engine().settled(folded(), 'Ada', [every['contact.added']], reader)).toEqual([
      every['contact.added'],
    ]);
    const closing = [note, every['case.closed']];
    expect(await engine().settled(folded(), 'Ada', closing, reader)).toEqual(closing);
    expect(await createStepEngine([]).settled(folded(), 'Ada', [note], reader)).toEqual([note]);
  });
  test('is cut to what an entry may hold', async () => {
    const long = createStepEngine([
      stepModule([
        {
          ...row('one', [], true),
          decide: () => ({ missing: ['x'], override: `Overridden by Jo: ${'a'.repeat(5000)}` }),
        },
      ]),
    ]);
    const [, move] = await long.settled(folded(), 'Ada', [note], reader);
    const { note: kept, reason } = (move as Extract<CaseAction, { kind: 'step.changed' }>).content;
    expect([kept?.length, reason?.length]).toEqual([4000, 2000]);
    const reasons = Array.from({ length: 12 }, (_, n) => `Reason ${n}.`);
    const done = folded(note, every['step.changed']);
    const moves = await engine({ found: true }, reasons).settled(
      done,
      'Ada',
      [every['note.removed']],
      reader,
    );
    expect(moves[1]).toMatchObject({ content: { reason: `Reopened. ${reasons.slice(0, 10).join(' ')}` } });
  });
  test.each(['Overridden by Jo: known', 'Overruled by Jo: known'])(
    'takes the note of an override away with it: %s',
    async (before) => {
      const plain = createStepEngine([stepModule([{ ...row('one'), decide: () => ({ missing: [] }) }])]);
      const noted = folded(but('step.changed', { state: 'open', note: before }));
      const [, move] = await plain.settled(noted, 'Ada', [note], reader);
      expect(move).toMatchObject({ content: { id: 'one', state: 'done', note: '' } });
      const [, kept] = await plain.settled(folded(), 'Ada', [note], reader);
      expect(kept?.content).not.toHaveProperty('note');
    },
  );
});

describe('by hand', () => {
  const set = (id: string, state?: Step['state']): CaseAction => ({
    kind: 'step.changed',
    content: { id, ...(state === undefined ? { responsible: 'both' } : { state }) },
  });
  const refusal = (state: CaseState, ...actions: CaseAction[]): Promise<string | undefined> =>
    engine()
      .refuseByHand(state, actions, reader)
      .then(
        () => undefined,
        ({ message }: Error) => message,
      );
  test('a step is not set to what its facts do not say', async () => {
    expect(await refusal(folded(), set('one', 'done'))).toMatch(
      /The one is there|one is there.*It is open: There is no note\./,
    );
    const done = folded(every['note.added'], every['step.changed']);
    expect(await refusal(done, set('one', 'open'))).toContain('one is there');
    expect(await refusal(done, set('one', 'open'))).not.toContain('It is open');
    expect(await refusal(done, every['note.changed'], set('one', 'open'))).toBeDefined();
  });
  test('it is skipped, taken up again, and set to what it is', async () => {
    expect(await refusal(folded(), set('one', 'skipped'))).toBeUndefined();
    const skipped = folded(but('step.changed', { state: 'skipped' }));
    expect(await refusal(skipped, set('one', 'open'))).toBeUndefined();
    expect(await refusal(skipped, set('one', 'done'))).toContain('one is there');
    expect(await refusal(folded(), set('one', 'open'))).toBeUndefined();
    expect(await refusal(folded(), set('one'))).toBeUndefined();
    expect(await refusal(folded(every['step.added']), set('three', 'done'))).toBeUndefined();
    expect(await refusal(folded(), set('gone', 'done'))).toBeUndefined();
  });
  test('one with a requirement is not even skipped', async () => {
    const required = createStepEngine([
      stepModule([{ ...row('one', [], true), decide: () => ({ missing: [] }) }]),
    ]);
    await expect(required.refuseByHand(folded(), [set('one', 'skipped')], reader)).rejects.toMatchObject({
      code: 'step.ofRunbook',
      message: expect.stringContaining('one'),
    });
    await expect(required.refuseByHand(folded(), [set('one')], reader)).resolves.toBeUndefined();
  });
});
