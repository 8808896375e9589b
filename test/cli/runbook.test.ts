import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createHostClient } from '#cli/host-peer.ts';
import type { CaseEntries, CaseView } from '#contract/case.ts';
import type { RunbookView } from '#contract/runbook.ts';
import type { NotMigrated } from '#contract/runbook-decisions.ts';
import type { TokenSet } from '#contract/sandbox.ts';
import { pipeHere, runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const planted = 'PlantedClientSecret-27182818';

test('a managed migration is taken along from the command line', async () => {
  const dir = temporaryFolder();
  const { record } = await testHost({ dataDir: dir });
  const desk = createHostClient(record);
  const outputs: string[] = [];
  const run = async (code: number, ...args: string[]) => {
    const ended = await runHere('runbook', ...args, '--data', dir);
    outputs.push(ended.stdout, ended.stderr);
    expect([args, ended.code, ended.stderr]).toEqual([args, code, expect.any(String)]);
    return ended;
  };
  await desk.post<CaseView>('/api/cases', { name: 'acme', parts: ['tokens'] });
  const view = JSON.parse((await run(0, 'open', 'acme', 'vxvy', '--json')).stdout) as RunbookView;

  const fields = Object.fromEntries(view.details.map(({ name, example }) => [name, example]));
  const details = JSON.stringify({ ...fields, clientSecret: planted });
  const piped = await pipeHere(details, 'runbook', 'do', 'acme', 'supply', '--file', '-', '--data', dir);
  outputs.push(piped.stdout, piped.stderr);
  expect([piped.code, piped.stderr]).toEqual([0, expect.stringContaining('Next: step 2, Schedule')]);
  expect((await run(0, 'checklist', 'acme')).stdout).toMatch(
    /^# FreshBooks: details[\s\S]*- \[x\] OAuth client secret/,
  );

  const ics = join(dir, 'window.ics');
  const window = ['--start', '2098-03-29T22:00', '--end', '2098-03-31T06:00', '--zone', 'Europe/Berlin'];
  const agreed = ['--agree', 'integrator', '--by', 'Kim', '--quote', 'Fine', '--ics', ics];
  const scheduled = await run(0, 'schedule', 'acme', '--companies', '20', ...window, ...agreed);
  expect(scheduled.stdout).toMatch(
    /Estimate for 20 companies[\s\S]*Europe\/Berlin +2098-03-29 22:00 \+01:00/,
  );
  expect(scheduled.stderr).toContain('not agreed by support');
  expect(readFileSync(ics, 'utf8')).toContain('DTSTART:20980329T210000Z');
  const moved = [...window.slice(0, 3), '2098-03-31T08:00', ...window.slice(4)];
  expect((await run(1, 'schedule', 'acme', ...moved)).stderr).toMatch(
    /Nothing was changed: .*Void: the agreement of Kim \(integrator\).*--yes/,
  );
  expect((await run(0, 'schedule', 'acme', ...moved, '--yes')).stdout).toContain('2098-03-31 08:00');
  const calendar = await run(0, 'schedule', 'acme', '--companies', '1', '--ics', '-');
  expect([calendar.stdout.slice(0, 15), calendar.stderr]).toEqual([
    'BEGIN:VCALENDAR',
    expect.stringContaining('Estimate for 1 company:'),
  ]);
  await run(0, 'override', 'acme', '2', '--reason', 'By phone', '--by', 'Jo');

  const urls = join(dir, 'urls.txt');
  writeFileSync(urls, `${view.callbackUrl}/\n`);
  const missed = await run(1, 'do', 'acme', 'update-application', '--urls', urls);
  expect(missed.stdout).toMatch(/is not registered: 1 URL is in the list\.[\s\S]*an extra slash at its end/);
  writeFileSync(urls, `${view.callbackUrl}`);
  expect((await run(0, 'do', 'acme', 'update-application', '--urls', urls)).stdout).toContain(
    'is registered',
  );

  const list = join(dir, 'off.csv');
  writeFileSync(list, 'ref,name\nacme-1,Bakery\n');
  const unknown = await run(1, 'do', 'acme', '4', '--list', list, '--by', 'Kim');
  expect(unknown.stdout).toMatch(/2 +acme-1 +No company/);
  const shown = (await run(0, 'show', 'acme')).stdout;
  expect(shown).toMatch(
    /● 1\. Supply[\s\S]* UTC, by [\s\S]*◐ 2\. Schedule[\s\S]*Overridden by Jo.*By phone[\s\S]*● 3\.[\s\S]*○ 4\./,
  );
  expect((await run(0, 'handover', 'acme')).stdout).toContain('# Handover: FreshBooks');
  // Nothing is attached before there is something to sign.
  const signing = await run(
    1,
    'handover',
    'acme',
    '--sign',
    'integrator',
    '--by',
    'Kim',
    '--signature',
    list,
  );
  expect(signing.stderr).toContain('No handover document to sign off');
  expect(outputs.join('\n')).not.toContain(planted);
  expect(JSON.parse((await run(0, 'details', 'acme', '--reveal')).stdout).clientSecret).toBe(planted);
});

test('companies that are not migrated are listed, excluded by name and taken in again from the command line', async () => {
  const dir = temporaryFolder();
  const { record } = await testHost({ dataDir: dir });
  const desk = createHostClient(record);
  const run = async (code: number, ...args: string[]) => {
    const ended = await runHere('runbook', ...args, '--data', dir);
    expect([args, ended.code, ended.stderr]).toEqual([args, code, expect.any(String)]);
    return ended;
  };
  const { id } = await desk.post<CaseView>('/api/cases', { name: 'acme', parts: ['tokens'] });
  await run(0, 'open', 'acme', 'pbtz');
  const content = 'ref,name,accessToken,refreshToken,businessId\nacme-1,Bakery,,,\nacme-2,Mill,,,\n';
  const { id: jobId } = await desk.post<{ id: string }>(`/api/cases/${id}/tokens/imports`, {
    content,
    name: 'companies.csv',
    format: 'csv',
    platformKey: 'pbtz',
  });
  await vi.waitUntil(async () => (await desk.get<{ state: string }>(`/api/jobs/${jobId}`)).state === 'done');

  const table = (await run(0, 'not-migrated', 'acme')).stdout;
  expect(table).toMatch(/acme-1 +Bakery +invalid +open[\s\S]*acme-2 +Mill/);
  const refused = await run(1, 'accept', 'acme', '--ref', 'acme-1', '--reason', 'x');
  expect(refused.stderr).toMatch(/"acme-1": It has not failed\. Nothing was recorded\./);
  const out = await run(0, 'exclude', 'acme', '--ref', 'acme-1', '--reason', 'Sold', '--by', 'Kim');
  expect(out.stderr).toContain('Not migrated: 0 accepted, 1 excluded, 1 open.');
  expect((await run(0, 'not-migrated', 'acme')).stdout).toMatch(/acme-1 .*excluded by Kim +Sold/);
  await run(0, 'withdraw', 'acme', '--ref', 'acme-1', '--reason', 'They stay');
  const rows = JSON.parse((await run(0, 'not-migrated', 'acme', '--json')).stdout) as NotMigrated[];
  expect(rows.map(({ ref, decision }) => [ref, decision])).toEqual([
    ['acme-1', undefined],
    ['acme-2', undefined],
  ]);
});

test('a run outside the agreed window needs --override-window, and records the reason', async () => {
  const dir = temporaryFolder();
  const { record } = await testHost({ dataDir: dir });
  const desk = createHostClient(record);
  const { id } = await desk.post<CaseView>('/api/cases', { name: 'acme', parts: ['tokens'] });
  const issued = await desk.post<{ results: TokenSet[] }>('/api/simulator/tokens', {
    platformKey: 'pbtz',
    count: 1,
    behaviour: 'good',
  });
  const { id: jobId } = await desk.post<{ id: string }>(`/api/cases/${id}/tokens/imports`, {
    content: JSON.stringify([{ ref: 'acme-1', ...issued.results[0]?.credentials }]),
    name: 'companies.json',
    format: 'json',
    platformKey: 'pbtz',
  });
  await vi.waitUntil(async () => (await desk.get<{ state: string }>(`/api/jobs/${jobId}`)).state === 'done');
  const path = `/api/cases/${id}/runbook`;
  await desk.post(path, { platformKey: 'pbtz' });
  for (const step of ['supply', 'update-application', 'disable-syncing', 'first-company']) {
    await desk.put(`${path}/steps/${step}/overrule`, { reason: 'A test' });
  }
  await desk.post(`${path}/estimate`, { companies: 1 });
  const window = { zone: 'UTC', start: '2098-03-01T22:00', end: '2098-03-02T06:00' };
  await desk.put(`${path}/window`, window);
  for (const party of ['integrator', 'support']) {
    await desk.post(`${path}/window/agreements`, { party, name: 'Kim', quote: 'Fine' });
  }
  const tokens = (...args: string[]) => runHere('tokens', ...args, '--data', dir);
  const refused = await tokens('run', 'acme');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/Nothing was sent: the run would start .*--override-window "<reason>"/),
  ]);
  expect((await tokens('run', 'acme', '--override-window', ' ')).code).toBe(2);
  expect((await tokens('run', 'acme', '--dry-run')).stdout).toContain('Override the window with a reason');
  const begun = await tokens('run', 'acme', '--override-window', 'They asked', '--detach');
  expect([begun.code, begun.stderr]).toEqual([0, expect.any(String)]);
  const { results } = await desk.get<CaseEntries>(`/api/cases/${id}/entries?limit=1000`);
  const kinds = results.map(({ kind }) => kind);
  expect(kinds.indexOf('runbook.windowOverridden')).toBeLessThan(kinds.indexOf('tokens.runStarted'));
  expect(results.find(({ kind }) => kind === 'runbook.windowOverridden')?.words).toBe(
    'Overrode the agreed window for a run. Reason: They asked',
  );
});

test('runbook --help fits 80 columns; what is usage error ends with 2, and says how to call it', async () => {
  const calls: [string[], RegExp][] = [
    [['overrule', 'acme', 'everything', '--reason', 'x'], /Allowed choices are supply, .*or their numbers/],
    [['schedule', 'acme', '--by', 'Kim', '--quote', 'Fine'], /--by, --quote do not apply without --agree/],
    [['schedule', 'acme', '--agree', 'support', '--by', 'Jo'], /--quote, --quote-file or --attachment/],
    [['do', 'acme', '1', '--file', 'x.json', '--at', '2026-01-01T00:00:00Z'], /--at does not apply to/],
    [['handover', 'acme', '--quote', 'Fine'], /--quote does not apply without --sign/],
    [['handover', 'acme', '--signature', 'a.pdf'], /--signature does not apply without --sign/],
    [
      ['handover', 'acme', '--sign', 'integrator', '--by', 'Kim', '--quote', 'x', '--key', 'a.pub'],
      /--key needs --signature/,
    ],
    [['accept', 'acme', '--reason', 'x'], /Use --ref or --cause/],
    [['exclude', 'acme', '--reason', 'x'], /--ref is required/],
    [['exclude', 'acme', '--line', 'two', '--reason', 'x'], /Must be a line number/],
  ];
  const [help, ...wrong] = await Promise.all([
    runHere('runbook', '--help'),
    ...calls.map(([args]) => runHere('runbook', ...args)),
  ]);
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('$ carryover runbook open')]);
  expect(help.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  for (const [at, [args, words]] of calls.entries()) {
    expect([args, wrong[at]?.code, wrong[at]?.stderr]).toEqual([args, 2, expect.stringMatching(words)]);
  }
});
