import { describe, expect, test } from 'vitest';
import { causeLabels, causes } from '#contract/token-causes.ts';
import type { RunResults } from '#contract/token-runs.ts';
import type { RowWithProgress, TokenRowRecord } from '#desk/store/token-rows.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import { callsOf } from '#desk/tokens/run/call-plan.ts';
import { createLeftOut } from '#desk/tokens/run/left-out.ts';
import { isLeftLinked, isOpen, notBegun, resumedAt } from '#desk/tokens/run/progress.ts';
import { createResultsText } from '#desk/tokens/run/results.ts';
import { refuseOtherTarget, resumable, rowsToOpen, rowsToResume, takeUp } from '#desk/tokens/run/resuming.ts';
import { runRowsOf } from '#desk/tokens/run/run-rows.ts';
import { holdUnreadable, planRowOf, selectRows } from '#desk/tokens/run/selecting.ts';
import { notUndone } from '#desk/tokens/run/undo-messages.ts';
import { about, planRow, progressOfRow } from './row-desk.ts';

const record = (change: Partial<TokenRowRecord> = {}): TokenRowRecord => ({
  id: 1,
  case_id: 'case',
  import_id: 'import',
  source: 'a test',
  line: 7,
  ref: 'a',
  name: 'Company a',
  description: null,
  platform_key: 'gbol',
  company_id: null,
  connection_id: null,
  fields: '{}',
  mark: 'mark',
  problems: null,
  ...change,
});
const begun = (change: Partial<TokenProgress> = {}, row: Partial<TokenRowRecord> = {}): RowWithProgress => ({
  row: record(row),
  progress: { ...progressOfRow({ id: row.id ?? 1 }), run_id: 'before', ...change },
});
const notHeld = () => undefined;
const failure = (cause: string) => JSON.stringify({ cause, step: 'sync', message: 'No.' });

type Kind = Parameters<typeof selectRows>[0];
const take = (kind: Kind, one: RowWithProgress, options: object = {}) => {
  const { rows, leftOut } = selectRows(kind, { ...about, options }, [one], notHeld);
  return rows[0]?.progress ?? leftOut[0]?.why;
};

describe('a row as a plan has it', () => {
  test('is what was imported, with the ref in place of a name', () => {
    expect(planRowOf(record())).toEqual(planRow({ line: 7 }));
    const company = { company_id: 'c', connection_id: 'd', description: 'Cakes', mark: null, name: null };
    expect(planRowOf(record(company))).toEqual(
      planRow({
        line: 7,
        name: 'a',
        isNamed: false,
        description: 'Cakes',
        companyId: 'c',
        connectionId: 'd',
        mark: undefined,
      }),
    );
  });
  test.each([{ problems: '[]' }, { ref: null }, { platform_key: null }])('is none with %j', (change) => {
    expect(planRowOf(record(change))).toBeUndefined();
    expect(selectRows('run', about, [{ row: record(change), progress: undefined }], notHeld)).toEqual({
      rows: [],
      leftOut: [
        {
          line: 7,
          ...(change.ref === null ? {} : { ref: 'a' }),
          why: expect.stringContaining('has problems'),
        },
      ],
    });
  });
});

describe('what a run takes up', () => {
  test('a row that was never started, from its first step', () => {
    const { rows } = selectRows('run', about, [{ row: record(), progress: undefined }], notHeld);
    expect(rows).toEqual([{ row: planRow({ line: 7 }), progress: notBegun(about, { id: 1 }) }]);
    expect(rows[0]?.progress).toMatchObject({ state: 'ready', step: 'company', kept: 0, doubt: 0, calls: 0 });
    expect(take('run', { row: record(), progress: undefined }, { keepSecrets: true })).toMatchObject({
      kept: 1,
    });
  });

  test.each(['ready', 'running', 'syncing'] as const)(
    'one that is %s, where it is and as doubtful as it was',
    (state) => {
      const one = begun({
        state,
        step: 'connection',
        doubt: 1,
        company_id: 'x',
        ended_at: 5,
        failure: failure('our-fault'),
      });
      expect(isOpen({ state })).toBe(true);
      expect(take('run', one)).toEqual({
        ...(one.progress as TokenProgress),
        run_id: 'run',
        state: 'ready',
        ended_at: null,
        failure: null,
      });
    },
  );

  test('none that is migrated, or has failed, or whose undo was begun', () => {
    expect(take('run', begun({ state: 'done', step: 'verify' }))).toMatch(/migrated already/);
    expect(take('run', begun({ state: 'failed', failure: failure('rate-limit') }))).toContain(
      causeLabels['rate-limit'].title,
    );
    expect(take('run', begun({ state: 'failed' }))).toContain('without a reason');
    for (const step of ['unlink', 'delete-connection', 'delete-company'] as const) {
      for (const kind of ['run', 'pilot'] as const) {
        expect(take(kind, begun({ state: 'running', step }))).toMatch(/undo/i);
      }
      expect(take('retry', begun({ state: 'failed', step }))).toMatch(/undo/i);
    }
  });

  test('one that was undone, anew, with what its undo has left', () => {
    const left = {
      company_id: 'x',
      company_origin: 'found',
      connection_id: 'y',
      connection_origin: 'found',
    } as const;
    const fresh = notBegun(about, { id: 1 });
    const undone = { state: 'undone', step: 'delete-company', calls: 9, call_ms: 90, note: 'n' } as const;
    expect(take('run', begun({ ...undone, ...left }))).toEqual({ ...fresh, ...left, calls: 9, call_ms: 90 });
    for (const given of [{ company_origin: 'given' }, { connection_origin: 'given' }] as const) {
      expect(take('run', begun({ ...undone, ...left, ...given }))).toEqual({
        ...fresh,
        calls: 9,
        call_ms: 90,
      });
    }
  });

  test('none whose credentials were shredded, except for an undo', () => {
    const one = begun({ state: 'undone', company_id: 'x' });
    const shredded = new Set([1]);
    expect(selectRows('run', about, [one], notHeld, shredded)).toMatchObject({
      rows: [],
      leftOut: [{ why: expect.stringContaining('shredded') }],
    });
    const linked = begun({ state: 'done', company_id: 'x' });
    expect(selectRows('undo', about, [linked], notHeld, shredded).rows).toHaveLength(1);
  });

  test('no held row, except for an undo', () => {
    const held = (ref: string, platform: string) => `${ref} ${platform} is held`;
    const one = begun({ state: 'done', company_id: 'x', step: 'verify' });
    expect(selectRows('check', about, [one], held)).toEqual({
      rows: [],
      leftOut: [{ line: 7, ref: 'a', why: 'a gbol is held' }],
    });
    expect(selectRows('undo', about, [one], held).rows).toHaveLength(1);
  });

  test('only those that were asked for', () => {
    const all = [
      begun({}, { id: 1, ref: 'a' }),
      begun({}, { id: 2, ref: 'b' }),
      begun({}, { id: 3, ref: null }),
    ];
    const { rows, leftOut } = selectRows('run', { ...about, options: { refs: ['b'] } }, all, notHeld);
    expect(rows.map(({ row }) => row.id)).toEqual([2]);
    expect(leftOut).toEqual([]);
  });

  test.each([
    [{ company_id: 'old', company_origin: 'given' }, {}],
    [{ company_id: 'old', company_origin: 'created' }, { company_id: 'NEW' }],
    [
      { company_id: 'same', company_origin: 'given', connection_id: 'old', connection_origin: 'given' },
      { company_id: 'SAME' },
    ],
    [
      { company_id: 'same', company_origin: 'given', connection_id: 'old', connection_origin: 'found' },
      { company_id: 'same', connection_id: 'new' },
    ],
  ] as const)('one that names another place now, anew: %j, %j', (was, row) => {
    for (const kind of ['run', 'pilot'] as const) {
      const one = begun({ ...was, state: 'running', step: 'sync', calls: 3, call_ms: 30 }, row);
      expect(take(kind, one)).toMatchObject({
        step: 'company',
        company_id: null,
        calls: 3,
        call_ms: 30,
        state: 'ready',
      });
    }
    expect(take('retry', begun({ ...was, state: 'failed', step: 'sync' }, row))).toMatchObject({
      step: 'company',
    });
    expect(take('pilot', begun({ ...was, state: 'failed', step: 'sync' }, row))).toMatchObject({
      step: 'company',
    });
    expect(take('run', begun({ ...was, state: 'failed', step: 'sync' }, row))).toMatch(/has failed/);
  });

  test('says of a row that goes elsewhere what was done where it was', () => {
    const noteOf = (change: Partial<TokenProgress>) => {
      const one = begun(
        { state: 'running', company_id: 'old', company_origin: 'found', note: 'n', ...change },
        { company_id: 'new' },
      );
      return (take('run', one) as TokenProgress).note;
    };
    expect(noteOf({})).toBe('n');
    expect(noteOf({ company_origin: 'created' })).toMatch(
      /was created, and is left unchanged: company old\.$/,
    );
    expect(noteOf({ connection_id: 'd', connection_origin: 'created' })).toMatch(
      /created.*: company old, connection d\.$/,
    );
    expect(noteOf({ put_mark: 'm' })).toMatch(/was given tokens, and/);
    expect(noteOf({ put_mark: 'm', company_origin: 'created' })).toMatch(/was created and given tokens, and/);
  });

  test.each([
    [{ company_id: 'x', company_origin: 'created' }, {}],
    [{ company_id: 'x', company_origin: 'given' }, { company_id: 'X' }],
    [{ company_id: null }, { company_id: 'x' }],
    [{ company_id: 'x', company_origin: 'found', connection_id: 'y', connection_origin: 'found' }, {}],
  ] as const)('one that names the same place, where it is: %j, %j', (was, row) => {
    expect(take('run', begun({ ...was, state: 'running', step: 'sync' }, row))).toMatchObject({
      step: 'sync',
    });
  });
});

describe('a retry', () => {
  test('includes failed rows only', () => {
    for (const state of ['ready', 'running', 'syncing', 'done', 'undone'] as const) {
      expect(take('retry', begun({ state }))).toMatch(/not failed/);
    }
    expect(take('retry', { row: record(), progress: undefined })).toMatch(/not failed/);
  });

  test.each(causes.map((cause) => [cause]))('by the cause: %s', (cause) => {
    const at = (
      step: 'company' | 'connection' | 'authorization' | 'sync' | 'verify',
      company_id: string | null = 'x',
    ) =>
      (
        take(
          'retry',
          begun({ state: 'failed', step, failure: failure(cause), company_id, doubt: 1 }),
        ) as TokenProgress
      ).step;
    if (cause === 'does-not-fit') {
      expect([at('company'), at('sync'), at('company', null), at('connection', null)]).toEqual([
        'company',
        'company',
        'company',
        'connection',
      ]);
      return;
    }
    for (const step of ['company', 'connection', 'authorization'] as const) expect(at(step)).toBe(step);
    const afterwards = causeLabels[cause].passing ? 'sync' : 'authorization';
    expect([at('sync'), at('verify')]).toEqual([afterwards, afterwards]);
  });

  test('keeps a doubt only where the same step goes on', () => {
    const failed = (step: 'company' | 'verify') =>
      take(
        'retry',
        begun({ state: 'failed', step, doubt: 1, company_id: 'x', failure: failure('service-trouble') }),
      );
    expect(failed('company')).toMatchObject({ doubt: 1 });
    expect(failed('verify')).toMatchObject({ doubt: 0, step: 'sync' });
    expect(take('retry', begun({ state: 'failed', step: 'verify' }))).toMatchObject({ step: 'verify' });
  });

  test('a pilot includes failed rows too', () => {
    const one = begun({ state: 'failed', step: 'verify', company_id: 'x', failure: failure('rate-limit') });
    expect(take('pilot', one)).toMatchObject({ step: 'sync', state: 'ready' });
  });
});

test('a check syncs what is migrated, and nothing else', () => {
  expect(take('check', begun({ state: 'done', step: 'verify' }))).toMatchObject({
    step: 'sync',
    state: 'ready',
    doubt: 0,
  });
  for (const state of ['ready', 'failed', 'undone'] as const) {
    expect(take('check', begun({ state }))).toMatch(/not migrated/);
  }
  expect(take('check', { row: record(), progress: undefined })).toMatch(/not migrated/);
});

describe('an undo', () => {
  const done = {
    state: 'done',
    step: 'verify',
    company_id: 'x',
    company_origin: 'created',
    connection_id: 'y',
  } as const;
  test('undoes rows with changes', () => {
    expect(
      take('undo', begun({ ...done, connection_origin: 'created', status_before: 'Linked' })),
    ).toMatchObject({ step: 'unlink' });
    expect(
      take('undo', begun({ ...done, connection_origin: 'found', status_before: 'Unlinked' })),
    ).toMatchObject({ step: 'unlink', doubt: 0 });
    expect(take('undo', begun({ ...done, connection_origin: 'found', status_before: 'Linked' }))).toMatch(
      /Linked before/,
    );
    expect(take('undo', begun({ state: 'undone', company_id: 'x' }))).toMatch(/nothing to undo/);
    expect(take('undo', begun({ state: 'failed' }))).toMatch(/nothing to undo/);
    expect(take('undo', { row: record(), progress: undefined })).toMatch(/nothing to undo/);
  });

  test('leaves what is in doubt, where that may be something that was created', () => {
    for (const step of ['company', 'connection'] as const) {
      expect(take('undo', begun({ ...done, state: 'failed', step, doubt: 1 }))).toContain(
        `its ${step} was created`,
      );
      expect(take('undo', begun({ ...done, state: 'failed', step }))).toMatchObject({ step: 'unlink' });
    }
    expect(take('undo', begun({ ...done, step: 'sync', doubt: 1 }))).toMatchObject({
      step: 'unlink',
      doubt: 0,
    });
  });

  test('deletes a company of ours also for rows that found it', () => {
    const all = [
      begun({ ...done }, { id: 1 }),
      begun({ ...done, company_origin: 'found' }, { id: 2 }),
      begun({ ...done, company_origin: 'found', company_id: 'theirs' }, { id: 3 }),
      begun({ ...done, company_origin: 'given' }, { id: 4 }),
    ];
    const { rows } = selectRows('undo', about, all, notHeld);
    expect(rows.map(({ progress }) => progress.company_origin)).toEqual([
      'created',
      'created',
      'found',
      'given',
    ]);
  });

  test("previews what it can't undo", async () => {
    const leftOut = (...whys: string[]) => {
      const list = createLeftOut();
      list.add(whys.map((why, at) => ({ line: at + 1, why })));
      return list;
    };
    expect(await notUndone([], leftOut())).toEqual([]);
    const rows = selectRows(
      'undo',
      about,
      [
        begun({ ...done, connection_origin: 'created' }),
        begun({ ...done, company_id: 'w', company_origin: 'found', connection_origin: 'found' }),
        begun({ ...done, company_origin: 'given', connection_id: null }),
      ],
      notHeld,
    ).rows;
    const told = await notUndone(rows, leftOut('One.', 'Other.', 'One.'));
    expect(told).toHaveLength(6);
    expect(told.slice(2)).toEqual([
      expect.stringMatching(/^2 companies/),
      expect.stringMatching(/^1 connection existed before/),
      expect.stringMatching(/^2 rows .*One\.$/),
      expect.stringMatching(/^1 row is .*Other\.$/),
    ]);
    expect(await notUndone(rows.slice(0, 1), leftOut())).toHaveLength(2);
    expect(await notUndone([], leftOut('One.'))).toHaveLength(1);
  });
});

describe('rows whose credentials do not open', () => {
  test('are held, each with why; those that need none go on', async () => {
    const all = [
      begun({}, { id: 1, ref: 'a' }),
      begun({}, { id: 2, ref: 'b' }),
      begun({ state: 'syncing', step: 'verify' }, { id: 3, ref: 'c' }),
    ];
    const selected = selectRows('run', about, all, notHeld);
    const asked: number[] = [];
    const held = await holdUnreadable(
      { ...selected, leftOut: [{ line: 9, why: 'Before.' }] },
      async (rows) => {
        asked.push(...rows.map(({ id }) => id));
        return new Map([[2, 'It is sealed.']]);
      },
    );
    expect(asked).toEqual([1, 2]);
    expect(held.rows.map(({ row }) => row.id)).toEqual([1, 3]);
    expect(held.leftOut).toEqual([
      { line: 7, ref: 'b', why: 'It is sealed.', cause: 'credentials-unreadable' },
      { line: 9, why: 'Before.' },
    ]);
    const leftOut = createLeftOut();
    expect([leftOut.heldCauses, leftOut.count]).toEqual([{}, 0]);
    leftOut.add([{ line: 1, why: 'Before.' }, ...held.leftOut]);
    expect([leftOut.heldCauses, leftOut.count]).toEqual([{ 'credentials-unreadable': 1 }, 3]);
    leftOut.add(held.leftOut);
    expect(leftOut.heldCauses).toEqual({ 'credentials-unreadable': 2 });
    expect([...leftOut.byWhy]).toEqual([
      ['Before.', 3],
      ['It is sealed.', 2],
    ]);
    // Those that are held come first.
    expect(leftOut.listed(3).map(({ line }) => line)).toEqual([7, 7, 1]);
  });
});

test('a row is left Linked only if it was found so, and none of its tokens was sent', () => {
  const left = {
    state: 'done',
    connection_origin: 'found',
    status_before: 'Linked',
    put_mark: null,
  } as const;
  expect(isLeftLinked(left)).toBe(true);
  for (const change of [
    { state: 'failed' },
    { connection_origin: 'given' },
    { status_before: 'Unlinked' },
    { put_mark: 'm' },
  ] as const) {
    expect(isLeftLinked({ ...left, ...change })).toBe(false);
  }
  expect(resumedAt({ ...about, options: { keepSecrets: true } }, progressOfRow({ id: 1 }), 'sync').kept).toBe(
    1,
  );
  expect(resumedAt(about, progressOfRow({ id: 1 }, { kept: 1 }), 'sync').kept).toBe(1);
  expect(resumedAt(about, progressOfRow({ id: 1 }), 'sync').kept).toBe(0);
});

describe('the calls of a plan', () => {
  const rowsAt = (...all: readonly [Partial<TokenProgress>, Partial<Parameters<typeof planRow>[0]>?][]) =>
    runRowsOf(
      all.map(([progress, row], n) => ({
        row: planRow({ id: n, ref: `r${n}`, ...row }),
        progress: progressOfRow({ id: n }, progress),
      })),
    );
  const counts = async (rows: ReturnType<typeof rowsAt>) =>
    Object.fromEntries(
      (await callsOf(rows)).map(({ call, count }) => [call.replace(/\{\w+\}/g, '{}'), count]),
    );
  const [post, connect, put, sync, patch, remove, removeCompany] = [
    'POST /companies',
    'POST /companies/{}/connections',
    'PUT /companies/{}/connections/{}/authorization',
    'POST /companies/{}/data/all',
    'PATCH /companies/{}/connections/{}',
    'DELETE /companies/{}/connections/{}',
    'DELETE /companies/{}',
  ];

  test.each([
    ['company', [post, connect, put, sync]],
    ['connection', [connect, put, sync]],
    ['authorization', [put, sync]],
    ['sync', [sync]],
    ['verify', []],
    ['unlink', [patch]],
  ] as const)('from %s on', async (step, calls) => {
    expect(await counts(rowsAt([{ step }]))).toEqual(Object.fromEntries(calls.map((call) => [call, 1])));
  });

  test('make one company of a ref, and none that is given; no connection that is given', async () => {
    expect(
      await counts(
        rowsAt(
          [{}, { ref: 'a' }],
          [{}, { ref: 'a' }],
          [{}, { companyId: 'c' }],
          [{}, { companyId: 'c', connectionId: 'd' }],
        ),
      ),
    ).toEqual({ [post]: 1, [connect]: 3, [put]: 4, [sync]: 4 });
  });

  test('delete what was created, each company once', async () => {
    const own = { company_id: 'x', company_origin: 'created', connection_origin: 'created' } as const;
    expect(
      await counts(
        rowsAt(
          [{ ...own, step: 'unlink' }, { ref: 'a' }],
          [{ ...own, step: 'unlink' }, { ref: 'a' }],
          [{ ...own, step: 'delete-connection', company_id: 'y' }],
          [{ ...own, step: 'delete-company', company_id: 'z' }],
          [{ ...own, step: 'unlink', company_origin: 'found', company_id: 'w', connection_origin: 'found' }],
        ),
      ),
    ).toEqual({ [patch]: 3, [remove]: 3, [removeCompany]: 3 });
  });
});

describe('a resume', () => {
  const run = {
    id: 'before',
    kind: 'run',
    state: 'paused',
    target_id: 't',
    target_name: 'T',
    base_url: 'https://a',
  } as never;
  test.each([
    [undefined, /no run is paused/],
    [{ state: 'running', kind: 'run' }, /running/],
    [{ state: 'interrupted', kind: 'rehearsal' }, /rehearsal/],
  ])('of %j is refused', (found, why) => {
    expect(() => resumable(found as never)).toThrow(why);
  });

  test('of one that is paused or interrupted goes on, on its own target and nowhere else', () => {
    expect(resumable(run)).toEqual(run);
    const target = { kind: 'remote', name: 'T', baseUrl: 'https://a' } as never;
    expect(() => refuseOtherTarget(run, 't', target)).not.toThrow();
    expect(() => refuseOtherTarget(run, 'u', target)).toThrow(/"T"/);
    const moved = { kind: 'remote', name: 'T', baseUrl: 'https://b' } as never;
    expect(() => refuseOtherTarget(run, 't', moved)).toThrow(/https:\/\/a.*https:\/\/b/);
    const local = { kind: 'local', name: 'L', baseUrl: 'http://127.0.0.1:2' } as never;
    expect(() =>
      refuseOtherTarget({ ...(run as object), base_url: null } as never, 't', local),
    ).not.toThrow();
    expect(() =>
      refuseOtherTarget({ ...(run as object), base_url: null } as never, 't', moved),
    ).not.toThrow();
  });

  const all = [
    begun({ state: 'ready' }, { id: 1, ref: 'a' }),
    begun({ state: 'done', step: 'verify' }, { id: 2, ref: 'b' }),
    begun({ state: 'running', step: 'sync' }, { id: 3, ref: 'c' }),
    begun({ state: 'ready', run_id: 'other' }, { id: 4, ref: 'd' }),
    begun({ state: 'ready' }, { id: 5, ref: null }),
    { row: record({ id: 6 }), progress: undefined },
  ];
  const wholeOf = (some: ReturnType<typeof rowsToResume>) => {
    const taken = takeUp();
    taken.add(some);
    return taken.whole();
  };
  const ids = (rows: readonly { row: { id: number } }[] | undefined) => rows?.map(({ row }) => row.id);

  test('takes up the rows of the run, and opens the credentials of those that need them', () => {
    expect(rowsToOpen(run, all).map(({ id }) => id)).toEqual([1]);
    const resumed = rowsToResume(run, all, undefined, new Map());
    expect(ids(resumed.rows)).toEqual([1, 2, 3]);
    expect(Object.keys(wholeOf(resumed))).toEqual(['rows']);
  });

  test("holds rows that the runbook holds, or whose credentials don't open, with a remark", () => {
    const held = { held: (ref: string) => (ref === 'c' || ref === 'b' ? 'Not yet.' : undefined) };
    const resumed = rowsToResume(run, all, held, new Map([[1, 'It is sealed.']]));
    // What has ended is counted, whatever holds it now.
    expect(ids(resumed.rows)).toEqual([2]);
    expect(ids(resumed.held)).toEqual([1, 3]);
    const { heldCauses, remark } = wholeOf(resumed);
    expect(heldCauses).toEqual({ 'credentials-unreadable': 1 });
    expect(remark).toMatch(/1 row was held/);
    const byRunbook = wholeOf(rowsToResume(run, all, { held: () => 'Not yet.' }, new Map()));
    expect(byRunbook).not.toHaveProperty('heldCauses');
    expect(byRunbook.remark).toMatch(/^2 rows were held/);
    const sealed = wholeOf(rowsToResume(run, all, undefined, new Map([[1, 'It is sealed.']])));
    expect(sealed.remark).not.toMatch(/runbook/);
  });
});

describe('results', () => {
  const plan = { runId: 'run', kind: 'run', targetName: 'T' } as const;
  const given = {
    calls: { 'POST /companies': 1 },
    duplicates: [],
    held: notHeld,
    unread: new Map<number, string>(),
  };
  const resultsOf = (
    about: Parameters<typeof createResultsText>[0],
    rows: readonly RowWithProgress[],
    { unread, ...rest }: typeof given,
  ): RunResults => {
    const text = createResultsText(about, rest);
    const pages = rows.map((one) => text.companies([one], unread));
    return JSON.parse([text.begin(), ...pages, text.companies([], unread), text.end()].join(''));
  };
  const resultOf = (one: RowWithProgress, change: Partial<typeof given> & { held?: never } = {}) =>
    resultsOf(plan, [one], { ...given, ...change }).companies[0];

  test('name the run, its calls and its duplicates', () => {
    const duplicates = [{ ref: 'a', what: 'company', used: 'x', others: ['y'] }] as never;
    expect(resultsOf(plan, [], { ...given, duplicates })).toEqual({
      format: 'carryover-run-results',
      version: 1,
      ...plan,
      companies: [],
      calls: given.calls,
      duplicates,
    });
    const left = begun({ state: 'done', connection_origin: 'found', status_before: 'Linked' });
    expect(resultsOf(plan, [left, left, begun({ state: 'done' })], given)).toMatchObject({
      alreadyLinked: 2,
    });
  });

  test('of a company are all that is known of it', () => {
    const ended = begun({
      state: 'failed',
      step: 'sync',
      company_id: 'x',
      company_origin: 'created',
      connection_id: 'y',
      connection_origin: 'found',
      connection_status: 'Linked',
      calls: 4,
      call_ms: 40,
      started_at: 100,
      ended_at: 350,
      datasets: '{"Complete":2}',
      data_types: '{"Complete":["bills","items"]}',
      failure: failure('rate-limit'),
      note: 'n',
    });
    const behaviours = new Map([[1, 'slow' as const]]);
    expect(resultsOf({ ...plan, behaviours }, [ended], given).companies).toEqual([
      {
        line: 7,
        ref: 'a',
        name: 'Company a',
        platformKey: 'gbol',
        behaviour: 'slow',
        state: 'failed',
        companyId: 'x',
        companyOrigin: 'created',
        connectionId: 'y',
        connectionOrigin: 'found',
        connectionStatus: 'Linked',
        calls: 4,
        callMs: 40,
        durationMs: 250,
        datasets: { Complete: 2 },
        dataTypes: { Complete: ['bills', 'items'] },
        importId: 'import',
        cause: 'rate-limit',
        step: 'sync',
        message: 'No.',
        note: 'n',
      },
    ]);
    const bare = {
      line: 7,
      ref: 'a',
      name: 'Company a',
      platformKey: 'gbol',
      state: 'ready',
      calls: 0,
      callMs: 0,
      datasets: {},
      importId: 'import',
    };
    expect(resultOf({ row: record(), progress: undefined })).toEqual(bare);
    expect(resultOf(begun())).toEqual(bare);
    expect(resultOf({ row: record({ name: null }), progress: undefined })).toMatchObject({ name: 'a' });
    expect(resultOf(begun({ started_at: 5, ended_at: 1 }))).toMatchObject({ durationMs: 0 });
    for (const half of [{ started_at: 5 }, { ended_at: 5 }]) {
      expect(resultOf(begun(half))).not.toHaveProperty('durationMs');
    }
  });

  test('say why a row is not migrated: held, unreadable or invalid', () => {
    const held = ((ref: string, platform: string) => `${ref} ${platform} is held`) as never;
    for (const one of [begun(), { row: record(), progress: undefined }]) {
      expect(resultOf(one, { held })).toMatchObject({ state: 'ready', held: 'a gbol is held' });
      expect(resultOf(one, { held, unread: new Map([[1, 'It is sealed.']]) })).toMatchObject({
        held: 'It is sealed.',
        cause: 'credentials-unreadable',
      });
    }
    expect(resultOf(begun({ state: 'done' }), { held })).not.toHaveProperty('held');
    expect(resultOf({ row: record({ ref: null }), progress: undefined }, { held })).not.toHaveProperty(
      'held',
    );

    const invalid = (problems: object[], change: object = {}) =>
      resultOf({ row: record({ problems: JSON.stringify(problems), ...change }), progress: undefined });
    const of = (field?: string) => ({
      message: `Wrong ${field}.`,
      ...(field === undefined ? {} : { field }),
    });
    expect(invalid([of('ref'), of()])).toMatchObject({
      state: 'invalid',
      cause: 'does-not-fit',
      step: 'import',
      message: 'Wrong ref. Wrong undefined.',
    });
    expect(invalid([of('ref'), of('accessToken')])).toMatchObject({ cause: 'bad-credentials' });
    const many = invalid(
      Array.from({ length: 7 }, (_, n) => ({ message: `${n}.` })),
      { name: null },
    );
    expect(many).toMatchObject({ message: '0. 1. 2. 3. 4.' });
    expect(many).not.toHaveProperty('name');
  });
});
