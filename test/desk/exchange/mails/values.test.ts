import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { nearestLanguage } from '#contract/languages.ts';
import { causeLabels } from '#contract/token-causes.ts';
import { createTemplates } from '#desk/exchange/mails/index.ts';
import { valuesOf } from '#desk/exchange/mails/values.ts';
import { translatorOf } from '#desk/reports/language/translate.ts';
import { reconcile } from '#desk/tokens/reconciliation/reconcile.ts';
import { every, folded } from '#test/desk/cases/every-action.ts';
import { playCourse, type Step } from '#test/desk/tokens/reconciliation/any-course.ts';

type Facts = Parameters<typeof valuesOf>[0];

const templates = createTemplates(
  join(packageRoot(), 'resources/mails'),
  join(packageRoot(), 'no-such-folder'),
);
const said = (text: string): string => `<${text}>`;

const noRunbook: Facts['runbook'] = {
  ...{ caseId: 'c', revision: 1, steps: [], details: [], companyFields: [], routes: [] },
  syncing: { companies: 0, confirmed: 0, heldBack: [], heldBackCount: 0 },
  notMigrated: { accepted: 0, excluded: 0, open: 0 },
};

const factsWith = (facts: Partial<Facts>): Facts => {
  const state = facts.state ?? folded();
  return {
    state,
    runbook: noRunbook,
    accounts: reconcile(state, new Map()),
    recipients: [],
    sender: undefined,
    sealing: 'age1recipient',
    ...facts,
  };
};
const valuesWith = (facts: Partial<Facts>, language = 'en') =>
  valuesOf(factsWith(facts), templates.words(language), said, translatorOf(nearestLanguage(language)).say);

const afterCourse = (...steps: readonly Step[]) => {
  const { state, results, rows } = playCourse(steps);
  return { rows, facts: { state, accounts: reconcile(state, results) } };
};

describe('of a token migration', () => {
  it('nothing is known before a run has ended', () => {
    const { facts } = afterCourse();
    for (const field of ['migrated', 'failedCount', 'excluded', 'failures', 'source', 'openCount']) {
      expect([field, valuesWith(facts)[field]]).toEqual([field, undefined]);
    }
  });

  it('counts rows as the report does: a row that is gone since, or not verified, is not migrated', () => {
    // Four rows and an invalid one.
    const run = { what: 'run', outcomes: ['done', 'done', 'half-done', 'failed'] } as const;
    const { facts, rows } = afterCourse(
      run,
      { what: 'gone', picks: [0] },
      { what: 'exclude', picks: [1] },
      { what: 'import', fresh: 2, bad: 0, again: 0, dropped: 0 },
    );
    const values = valuesWith(facts);
    expect(values).toMatchObject({
      source: '7',
      migrated: '1',
      failedCount: '1',
      excludedCount: '1',
      openCount: '4',
      companies: '7',
    });
    // Each part of the sum is named once.
    expect(rows).toHaveLength(7);
    expect(values.excluded).toBe(`<${rows[4]?.ref}> (<Sold.>)`);
  });

  it('says what to do about each failed company, and that nothing is excluded', () => {
    const { facts, rows } = afterCourse({ what: 'run', outcomes: ['failed', 'done'] });
    const { failures, excluded } = valuesWith(facts);
    const { title, action } = causeLabels['rate-limit'];
    expect(failures?.split('\n')).toEqual([
      `- <${rows[0]?.ref}>: ${title}. ${action}`,
      `- <${rows[2]?.ref}>: ${title}. ${action}`,
      `- <${rows[4]?.ref}>:`,
    ]);
    expect(excluded).toBe('none');
    expect(valuesWith(facts, 'de').excluded).toBe('keine');
    expect(valuesWith(facts, 'de').failures).toContain(
      `<${rows[0]?.ref}>: Ratenbegrenzung. Wiederholen Sie nach`,
    );
  });

  it('lists 30 failed companies and says how many more there are', () => {
    const many = { what: 'import', fresh: 0, bad: 31, again: 0, dropped: 0 } as const;
    const { facts } = afterCourse(many, { what: 'run', outcomes: ['done'] });
    const lines = valuesWith(facts).failures?.split('\n') ?? [];
    expect([lines.length, lines.at(-1)]).toEqual([31, '- and 2 more, in the attached report']);
  });
});

describe('of a case', () => {
  it('people and parts are named, and what others wrote is set as their text', () => {
    const state = folded();
    const of = (recipients: string[]) => valuesWith({ state, recipients, sender: 'Ada' });
    expect(of(['Jo', 'Kim', 'Lee'])).toMatchObject({
      integrator: '<case integrator>',
      recipients: '<Jo>, <Kim> and <Lee>',
      sender: '<Ada>',
      parts: 'webhooks and OAuth tokens',
      point: 'entry 1, digest digest 1',
      sealing: 'age1recipient',
    });
    expect(of(['Jo']).recipients).toBe('<Jo>');
    expect(of([]).recipients).toBeUndefined();
    expect(valuesWith({ state }).sender).toBeUndefined();
    expect(valuesWith({ state, recipients: ['Jo', 'Kim'] }, 'de').recipients).toBe('<Jo> und <Kim>');
  });

  it('the last rollback is told with when, by whom and why', () => {
    expect(valuesWith({}).rollback).toBeUndefined();
    const state = folded(every['cutover.rollbackDecided']);
    expect(valuesWith({ state }).rollback).toBe('- 2026-02-01 01:00 UTC (<rollback by>): <rollback reason>');
  });

  it('companies are unknown without an import, and counted once where a list replaces another', () => {
    expect(valuesWith({}).companies).toBeUndefined();
    const { content } = every['tokens.imported'];
    const imported = { ...content, rows: 9, replaced: 2, unchanged: 1 };
    const state = folded({ kind: 'tokens.imported', content: imported });
    expect(valuesWith({ state }).companies).toBe('6');
  });
});

describe('of a managed migration', () => {
  const step = { id: 'supply', state: 'open' } as unknown as Facts['runbook']['steps'][number];
  const runbookWith = (fields: Partial<Facts['runbook']>) =>
    valuesWith({ runbook: { ...noRunbook, steps: [step], ...fields } });
  const detail = (label: string, state: string, help?: string) =>
    ({ label, state, help }) as unknown as Facts['runbook']['details'][number];

  it('asks for details that are missing or invalid, and for no others', () => {
    const details = [
      detail('Id', 'missing', 'in the console'),
      detail('Secret', 'invalid'),
      detail('Scope', 'given'),
      detail('Note', 'left-out'),
    ];
    expect(runbookWith({ details }).missing).toBe('- <Id>: <in the console>\n- <Secret>');
    expect(runbookWith({ details: details.slice(2) }).missing).toBeUndefined();
  });

  it('the window has both clocks, who has agreed, and how long it is expected to take', () => {
    const none = runbookWith({});
    expect([none.window, none.agreedBy, none.estimate]).toEqual([undefined, undefined, undefined]);
    const local = [
      { zone: 'UTC', start: '2026-03-01 10:00', end: '2026-03-01 12:00' },
      { zone: 'Asia/Tokyo', start: '2026-03-01 19:00', end: '2026-03-01 21:00' },
    ];
    const window = { local, agreements: [{ name: 'Jo' }, { name: 'Sam' }] };
    const values = runbookWith({
      window: window as unknown as NonNullable<Facts['runbook']['window']>,
      estimate: { likelyMs: 60_000, worstMs: 3_600_000 } as NonNullable<Facts['runbook']['estimate']>,
    });
    expect(values).toMatchObject({
      window:
        '- 2026-03-01 10:00 to 2026-03-01 12:00 (UTC)\n- 2026-03-01 19:00 to 2026-03-01 21:00 (Asia/Tokyo)',
      agreedBy: '<Jo> and <Sam>',
      estimate: 'likely 1 min, at worst 1 h',
    });
    const asked = { ...window, agreements: [] } as unknown as NonNullable<Facts['runbook']['window']>;
    expect(runbookWith({ window: asked }).agreedBy).toBeUndefined();
  });

  it('companies are those that syncing is asked about, else those imported', () => {
    const syncing = { companies: 12, confirmed: 9, heldBack: [], heldBackCount: 3 };
    expect(runbookWith({ syncing })).toMatchObject({ companies: '12', openSyncing: '3' });
    expect(runbookWith({})).toMatchObject({ companies: undefined, openSyncing: 'none' });
  });

  it('a handover is told with who has signed; one that is outdated is none', () => {
    const handover = (signOffs: object[], outdated = false) =>
      runbookWith({
        handover: { at: '2026-03-02T10:30:00.000Z', signOffs, outdated } as unknown as NonNullable<
          Facts['runbook']['handover']
        >,
      }).handover;
    expect(handover([])).toBe('2026-03-02 10:30 UTC, not signed yet');
    expect(handover([{ name: 'Jo' }])).toBe('2026-03-02 10:30 UTC, signed by <Jo>');
    expect(handover([{ name: 'Jo' }], true)).toBeUndefined();
    expect(runbookWith({}).handover).toBeUndefined();
  });
});
