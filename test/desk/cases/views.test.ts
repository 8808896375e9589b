import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { damagedSummary, summaryIn } from '#desk/cases/case-names.ts';
import { readResults } from '#desk/cases/run-results.ts';
import { standardSteps } from '#desk/cases/standard-steps.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { summaryOf, viewOf } from '#desk/cases/views.ts';
import { but, every, folded, ids } from './every-action.ts';

describe('a list shows of a case', () => {
  const set = (id: string, state: 'done' | 'skipped'): CaseAction => ({
    kind: 'step.changed',
    content: { id, state },
  });
  test('what it is, and what comes next in each part', () => {
    const state = folded();
    const [one, two] = [
      { id: 'one', title: 'One', responsible: 'support' },
      { id: 'two', title: 'Two', responsible: 'both' },
    ];
    expect(summaryOf(state)).toEqual({
      id: ids.company,
      name: 'case name',
      integrator: 'case integrator',
      parts: ['webhooks', 'tokens'],
      state: 'open',
      targetId: 'local',
      clientId: ids.company,
      revision: 1,
      created: state.created,
      updated: state.updated,
      next: one,
      nextSteps: [
        { part: 'webhooks', ...one },
        { part: 'tokens', ...two },
      ],
      progress: [
        { part: 'webhooks', done: 0, total: 1 },
        { part: 'tokens', done: 0, total: 1 },
      ],
    });
    const due = { kind: 'step.changed', content: { id: 'two', due: '2026-03-01T00:00:00.000Z' } } as const;
    const later = summaryOf(folded(set('one', 'done'), due));
    expect(later.next).toEqual({ ...two, due: due.content.due });
    expect(later.nextSteps).toEqual([{ part: 'tokens', ...two, due: due.content.due }]);
    const ended = summaryOf(folded(set('one', 'done'), set('two', 'skipped')));
    expect([ended.next, ended.nextSteps]).toEqual([undefined, []]);
    expect(ended).not.toHaveProperty('next');
    const closed = summaryOf(folded(every['case.closed']));
    expect([closed.state, closed.next, closed.nextSteps]).toEqual(['closed', undefined, []]);
  });
  test('the last verdict, and a client id only if there is one', () => {
    const { verdict } = every['verdict.reached'].content;
    const eligible = but('verdict.reached', { verdict: { ...verdict, state: 'eligible' } });
    expect(summaryOf(folded(every['verdict.reached'], eligible)).verdict).toBe('eligible');
    expect(summaryOf(folded())).not.toHaveProperty('verdict');
    expect(summaryOf(folded(but('case.changed', { changes: { clientId: null } })))).not.toHaveProperty(
      'clientId',
    );
  });
  test('itself, where the head was damaged, or was written before each part had a next step', () => {
    const row = { case_id: ids.company, seq: 7 };
    expect(summaryIn({ ...row, summary: '{' })).toEqual({
      id: ids.company,
      name: 'damaged 88888888',
      integrator: 'unknown',
      parts: ['webhooks'],
      state: 'open',
      targetId: 'local',
      revision: 7,
      created: '',
      updated: '',
      damaged: true,
      nextSteps: [],
    });
    expect(summaryIn({ ...row, summary: '{' })).toEqual(damagedSummary(ids.company, 7));
    const said = summaryOf(folded());
    expect(summaryIn({ ...row, summary: JSON.stringify(said) })).toEqual(said);
    const { nextSteps: _, ...before } = said;
    expect(summaryIn({ ...row, summary: JSON.stringify(before) }).nextSteps).toEqual([said.nextSteps[0]]);
    const { next: __, ...none } = before;
    expect(summaryIn({ ...row, summary: JSON.stringify(none) }).nextSteps).toEqual([]);
    expect(summaryIn({ ...row, summary: JSON.stringify({ ...before, parts: [] }) }).nextSteps).toEqual([]);
  });
  test('and a view all of it, but not where the log of the service stood', () => {
    const state = folded(
      every['contact.added'],
      every['note.added'],
      every['attachment.added'],
      every['observation.opened'],
    );
    const view = viewOf(state);
    expect(view).toEqual({
      ...summaryOf(state),
      digest: 'digest 5',
      contacts: state.contacts,
      notes: state.notes,
      attachments: state.attachments,
      steps: state.steps,
      observations: [expect.objectContaining({ id: ids.observation, otherCalls: 0 })],
    });
    expect(view.observations[0]).not.toHaveProperty('lastRequestId');
    expect(view.observations[0]).not.toHaveProperty('desk');
  });
});

test('a case begins with the steps of its parts', () => {
  const steps = (...parts: ('webhooks' | 'tokens')[]) =>
    standardSteps(parts).map(({ id, part, responsible }) => `${part} ${id} ${responsible}`);
  const webhooks = [
    'webhooks check-eligibility support',
    'webhooks remove-blockers integrator',
    'webhooks plan-cutover support',
    'webhooks rehearse-cutover support',
    'webhooks test-endpoint integrator',
    'webhooks send-request support',
    'webhooks await-confirmation provider',
    'webhooks set-headers support',
    'webhooks verify-endpoints both',
    'webhooks complete-cutover both',
  ];
  expect(steps('webhooks')).toEqual(webhooks);
  expect(steps('tokens')).toEqual(['tokens migrate-tokens support']);
  expect(steps('tokens', 'webhooks')).toEqual([...webhooks, 'tokens migrate-tokens support']);
});

describe('the results of a run', () => {
  const results = {
    format: 'carryover-run-results',
    version: 1,
    runId: ids.run,
    kind: 'pilot',
    targetName: 'local',
    companies: [],
    calls: {},
    duplicates: [],
  };
  const content = Buffer.from(JSON.stringify(results));
  const attached = (digest: string) =>
    but('attachment.added', { attachment: { ...every['attachment.added'].content.attachment, digest } });
  const ended = folded(
    attached(hash('sha256', content)),
    every['tokens.runStarted'],
    every['tokens.runEnded'],
  );
  const read = async (state: CaseState, bytes: Buffer | Error) => {
    const attachment = async () => {
      if (bytes instanceof Error) throw bytes;
      return bytes;
    };
    return readResults({ attachment }, state);
  };
  test('are those that its attachment holds', async () => {
    expect(await read(ended, content)).toEqual(
      new Map([[ids.run, { attachment: ended.attachments[0], results }]]),
    );
  });
  test.each<[string, CaseState, Buffer | Error, boolean]>([
    [
      'was removed from the case',
      folded(every['tokens.runStarted'], every['tokens.runEnded']),
      content,
      false,
    ],
    ['was erased or not imported', ended, new CatalogueError('attachment.leftOut', { name: 'x' }), true],
    ['was erased or not imported', ended, new CatalogueError('attachment.notFound', { id: 'x' }), true],
    ['was erased or not imported', ended, new CatalogueError('attachment.erased'), true],
    ['The attachment was changed', ended, Buffer.from('other'), true],
    ...['{', '{}', JSON.stringify({ ...results, runId: ids.note })].map(
      (text): [string, CaseState, Buffer, boolean] => [
        'has no results of this run',
        folded(attached(hash('sha256', text)), every['tokens.runStarted'], every['tokens.runEnded']),
        Buffer.from(text),
        true,
      ],
    ),
  ])('are told not to be there: %s', async (problem, state, bytes, isNamed) => {
    const found = (await read(state, bytes)).get(ids.run);
    expect(found?.problem).toContain(problem);
    expect([found?.results, found?.attachment !== undefined]).toEqual([undefined, isNamed]);
  });
  test('are none without an end, or at an end without results; another fault is not hidden', async () => {
    expect(await read(folded(every['tokens.runStarted']), content)).toEqual(new Map());
    const { results: _, ...bare } = every['tokens.runEnded'].content;
    const without = folded(every['tokens.runStarted'], { kind: 'tokens.runEnded', content: bare });
    expect((await read(without, content)).get(ids.run)).toEqual({
      problem: 'The run ended without results.',
    });
    await expect(read(ended, new Error('disk'))).rejects.toThrow('disk');
    await expect(read(ended, new CatalogueError('case.notFound', { reference: 'x' }))).rejects.toThrow();
    // Of the runs that are asked for alone.
    expect(await readResults({ attachment: async () => content }, ended, [])).toEqual(new Map());
  });
});
