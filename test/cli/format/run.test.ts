import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatImport } from '#cli/format/import.ts';
import {
  caseArgument,
  formatDryRun,
  formatResults,
  formatRun,
  formatStanding,
  formatUndoPlan,
  progressLine,
  rowTable,
  runExitCode,
} from '#cli/format/run.ts';
import { remarkOnLeftOut } from '#cli/left-out.ts';
import { rowsOf, runOptionsOf } from '#cli/run-options.ts';
import { formatControl } from '#cli/tokens-control.ts';
import { formatCount } from '#contract/format.ts';
import { causeLabels, causes } from '#contract/token-causes.ts';
import type { TokenRow } from '#contract/token-rows.ts';
import type { Run } from '#contract/token-runs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const id = '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11';
const none = { ready: 0, running: 0, syncing: 0, done: 0, failed: 0, undone: 0 };

const runOf = (changes: Partial<Omit<Run, 'counts'>> & { counts?: Partial<Run['counts']> }): Run => ({
  id,
  caseId: id,
  targetId: 'local',
  targetName: 'local',
  kind: 'run',
  state: 'done',
  options: {},
  by: 'Jo',
  started: '2026-01-15T09:00:00.000Z',
  failures: {},
  calls: {},
  ledger: { entries: 0, digest: '0'.repeat(64) },
  duplicates: [],
  ...changes,
  counts: { rows: 10, ...none, ...changes.counts },
});

describe('the progress of a run', () => {
  test('says counts, rate and time left, and nothing that is not known', () => {
    const run = runOf({ state: 'running', counts: { rows: 10_000, done: 1200, failed: 4, syncing: 30 } });
    expect(progressLine(run)).toBe('1200 of 10000 done, 4 failed, 30 syncing');
    expect(progressLine({ ...run, perMinute: 829.6, leftMs: 634_567 })).toBe(
      '1200 of 10000 done, 4 failed, 30 syncing; 830 a minute, about 11 min left',
    );
    expect(progressLine({ ...run, leftMs: 5432 })).toMatch(/; about 5 s left$/);
    expect(progressLine({ ...run, leftMs: 3 })).toMatch(/; about 1 s left$/);
  });

  test('of one that does not run says what is left', () => {
    const run = runOf({ state: 'paused', counts: { done: 4, failed: 1, syncing: 2, ready: 3 } });
    expect(progressLine(run)).toBe('4 of 10 done, 1 failed, 2 syncing, 3 left');
  });

  test('of an undo counts what is undone', () => {
    const run = runOf({ kind: 'undo', counts: { done: 3, undone: 7 } });
    expect(progressLine(run)).toBe('7 of 10 undone, 3 left');
    expect(runExitCode(run)).toBe(3);
    expect(runExitCode(runOf({ kind: 'undo', counts: { undone: 10 } }))).toBe(0);
  });
});

test.each([
  [{ state: 'done', counts: { done: 10 } }, 0],
  [{ state: 'done', counts: { rows: 0 } }, 0],
  [{ state: 'done', counts: { done: 9, failed: 1 } }, 3],
  [{ state: 'cancelled', counts: { done: 9, ready: 1 } }, 3],
  [{ state: 'paused', counts: { done: 9, ready: 1 } }, 4],
  [{ state: 'interrupted', counts: { done: 9, ready: 1 } }, 4],
] as const)('%j ends with the exit code %i', (run, code) => {
  expect(runExitCode(runOf(run))).toBe(code);
});

describe('what a run came to', () => {
  test('names each cause with how many, who, and what to do', () => {
    const failures = Object.fromEntries(causes.map((cause, at) => [cause, at + 1]));
    const words = formatRun(runOf({ failures, counts: { failed: 10 } }));
    for (const [at, cause] of causes.entries()) {
      const { title, responsible, action } = causeLabels[cause];
      const line = words.split('\n').find((one) => one.startsWith(`${at + 1} `) && one.includes(title));
      expect(line).toContain(responsible);
      expect(line).toContain(action);
    }
    expect(formatRun(runOf({}))).not.toContain('FAILED BY');
  });

  test('names duplicates, and only counts what would fill the screen', () => {
    const duplicate: Run['duplicates'][number] = {
      ref: 'a-1',
      what: 'connection',
      platformKey: 'gbol',
      used: id,
      others: [id],
    };
    const words = formatRun(runOf({ duplicates: Array.from({ length: 25 }, () => ({ ...duplicate })) }));
    expect(words).toContain(`  a-1: connection to gbol: used ${id}, also ${id}`);
    expect(words).toContain('and 5 more');
  });

  test('says what a person should know, on one line and without control signs', () => {
    const words = formatRun(runOf({ remark: 'Advance the clock:\u001b[2J\n`clock advance 1h`' }));
    expect(words).toMatch(/\n\nAdvance the clock: \[2J `clock advance 1h`$/);
  });

  test('says where the results are, and of failed rows what to do', () => {
    expect(formatResults(runOf({ counts: { done: 10 } }), 'acme', 'carryover')).toBe(
      'Results by company: carryover report acme --kind tokens',
    );
    const words = formatResults(runOf({ counts: { failed: 1 } }), "Acme's 2nd", 'carryover');
    expect(words).toContain(`carryover tokens status 'Acme'\\''s 2nd' --rows failed`);
    expect(words).toContain('carryover tokens retry');
  });
});

test('a name is one word for a shell', () => {
  expect(caseArgument('acme-1.b')).toBe('acme-1.b');
  expect(caseArgument('a; rm -rf ~')).toBe("'a; rm -rf ~'");
  expect(caseArgument('')).toBe("''");
});

test('a dry run and the plan of an undo say calls, why, and what is left out', () => {
  const calls = [{ call: 'POST /companies', count: 8, why: 'not there yet' }];
  const leftOut = [{ line: 7, ref: 'a-7', why: 'no name' }];
  const dry = stripVTControlCharacters(formatDryRun({ rows: 8, calls, leftOut, leftOutCount: 3 }));
  expect(dry).toMatch(
    /^8 rows would be migrated\.\n\nCOUNT +CALL +WHY\n8 +POST \/companies +not there yet\n/,
  );
  expect(dry).toMatch(/ {2}line 7 \(a-7\): no name\n {2}and 2 more$/);
  const remark = 'It begins before the agreed window.';
  expect(formatDryRun({ rows: 1, calls: [], leftOut: [], leftOutCount: 0, remark })).toBe(
    `1 row would be migrated.\n${remark}`,
  );
  const undo = formatUndoPlan({ rows: 2, calls, notUndone: ['Data that was read stays.'] });
  expect(undo).toMatch(/Can't be undone:\n {2}Data that was read stays\.$/);
});

describe('rows', () => {
  const row: TokenRow = {
    id: 1,
    line: 10_002,
    ref: 'customer-00001',
    name: 'Bright\tBakery and Sons of Leipzig',
    platformKey: 'gbol',
    state: 'failed',
    companyId: id,
    connectionId: id,
    fields: {},
    calls: 3,
    callMs: 12,
    datasets: {},
    secretsKept: false,
    failure: { cause: 'needs-reauthorization', step: 'verify', message: 'AuthError: '.repeat(20) },
  };
  const { failure: _, ...rest } = row;
  const held = 'Syncing of this company is not confirmed as disabled.';
  const heldRow: TokenRow = { ...rest, id: 2, state: 'ready', held };

  test('stand in a table within 80 columns, with why each is where it is', () => {
    const lines = stripVTControlCharacters(rowTable([row, heldRow])).split('\n');
    expect(lines[0]).toMatch(/^LINE +REF +NAME +PLATFORM +STATE +COMPANY +CONN$/);
    expect(lines[1]).toMatch(/^10002 +customer-00001 +Bright Bakery and… +gbol +failed +6f2d2a52 +6f2d2a52$/);
    expect(lines[2]).toMatch(/^ {6}Needs reauthorization, at verify: AuthError: AuthError/);
    expect(lines.slice(-2)).toEqual([expect.stringMatching(/^10002 .* ready /), `      ${held}`]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('are counted by how they stand, held ones apart', () => {
    const invalid = { state: 'invalid' } as const;
    expect(formatStanding([row, heldRow, heldRow, { state: 'ready' }, invalid, { state: 'done' }])).toBe(
      '6 rows: 1 done, 1 failed, 1 ready, 2 held, 1 invalid',
    );
    expect(formatStanding([{ state: 'done' }])).toBe('1 row: 1 done');
    expect(formatStanding([])).toBe('No rows imported.');
  });

  describe('that a run left out', () => {
    const leftOut = async (run: Run, rows: readonly TokenRow[]) => {
      process.exitCode = 0;
      onTestFinished(() => {
        process.exitCode = undefined;
      });
      const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      onTestFinished(() => said.mockRestore());
      const get = async <T>(path: string): Promise<T> =>
        ({ results: path.includes('invalid') ? [] : rows }) as T;
      await remarkOnLeftOut({ get }, { id, name: 'acme' }, run, false);
      return { code: process.exitCode, said: said.mock.calls.join('') };
    };
    const done = runOf({ counts: { rows: 1, done: 1 } });

    test('as they are held: said, and no success', async () => {
      const { code, said } = await leftOut(done, [heldRow, heldRow, { ...rest, state: 'ready' }]);
      expect(said).toMatch(/^2 rows held, such as customer-00001: Syncing /);
      expect(said).toMatch(/tokens status acme --rows ready\n$/);
      expect(code).toBe(3);
    });

    test('as others were named, or of a check: not said', async () => {
      expect(await leftOut({ ...done, options: { refs: ['b-1'] } }, [heldRow])).toEqual({
        code: 0,
        said: '',
      });
      expect(await leftOut({ ...done, kind: 'check' }, [heldRow])).toEqual({ code: 0, said: '' });
      expect(await leftOut(done, [{ ...rest, state: 'ready' }])).toEqual({ code: 0, said: '' });
    });
  });
});

describe('which rows a run is of', () => {
  test('from options and from a file, each once', () => {
    const path = join(temporaryFolder(), 'refs.txt');
    writeFileSync(path, '\ufeffa-1\r\n\r\n  a-2  \na-3');
    expect(rowsOf({ ref: ['a-3', 'b-1'], refs: path })).toEqual({ refs: ['a-3', 'b-1', 'a-1', 'a-2'] });
    expect(rowsOf({})).toEqual({});
  });

  test('a file that names none, or can not be read, is a usage error', () => {
    const path = join(temporaryFolder(), 'refs.txt');
    expect(() => rowsOf({ refs: path })).toThrow(expect.objectContaining({ exitCode: 2 }));
    writeFileSync(path, '\n\n');
    expect(() => rowsOf({ refs: path })).toThrow(/names no row/);
  });

  test('options that are not given are not sent', () => {
    expect(runOptionsOf({ data: '/tmp' })).toEqual({});
    const given = { data: '/tmp', concurrency: 5, keepSecrets: true, syncWithin: 'PT2H' } as const;
    expect(runOptionsOf(given)).toEqual({ concurrency: 5, keepSecrets: true, syncWithin: 'PT2H' });
  });
});

test('rows whose tokens were never sent, since the connection was linked, are counted apart', () => {
  const counts = { rows: 2, done: 2 };
  expect(formatRun(runOf({ counts }))).not.toContain('linked already');
  expect(formatRun(runOf({ counts, alreadyLinked: 1 }))).toContain(
    '1 done row already linked: the imported credentials were not sent',
  );
});

test('pausing and cancelling say what has become of the run', () => {
  const counts = { done: 4, ready: 6 };
  expect(formatControl(runOf({ state: 'cancelled', counts }), 'acme')).toMatch(/^Cancelled: 4 of 10 done/);
  expect(formatControl(runOf({ state: 'paused', counts }), 'acme')).toMatch(/^Paused: .*tokens resume acme$/);
  expect(formatControl(runOf({ counts: { done: 10 } }), 'acme')).toMatch(/^Already finished: 10 of 10 done/);
});

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2, '2 rows'],
  [12_345, '12,345 rows'],
])('%d is told as "%s"', (count, words) => {
  expect(formatCount(count, 'row')).toBe(words);
  const result = { columns: [], problems: [], problemCount: 0, format: 'csv', byPlatform: {} } as const;
  const counts = { rows: count, ready: count, invalid: 0, replaced: 0, unchanged: 0 };
  expect(formatImport({ ...result, ...counts } as never, false)).toContain(`${words}: `);
});
