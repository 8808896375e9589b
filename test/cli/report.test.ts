import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere, runRaw } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('a report is written whole, replaces the one before, and goes to stdout as it is', async () => {
  const [data, folder] = [temporaryFolder(), temporaryFolder()];
  const { ready } = await testHost({ dataDir: data });
  await fetch(`${ready.deskUrl}/api/cases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ready.deskToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'acme' }),
  });
  const report = (...args: string[]) => runHere('report', 'acme', ...args, '--data', data);
  const out = join(folder, 'acme.html');
  writeFileSync(out, 'the one before');

  const written = await report('--kind', 'eligibility', '--out', out, '--json');
  expect([written.code, written.stderr]).toEqual([0, '']);
  const told = JSON.parse(written.stdout);
  expect(told).toMatchObject({ file: out, kind: 'eligibility', format: 'html', seq: 1 });
  expect(readFileSync(out, 'utf8')).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\n$/);
  expect(readdirSync(folder)).toEqual(['acme.html']);

  const csv = await report('--format', 'csv', '--out', '-');
  expect(csv.stdout).toMatch(/^\ufeffseq,at,actor/);
  expect(csv.stdout).toContain(told.digest);

  // Bytes as they are, and never on a terminal; a paper is only for what has pages.
  const pdf = await report('--format', 'pdf', '--paper', 'letter', '--out', join(folder, 'acme.pdf'));
  expect([pdf.code, pdf.stderr]).toEqual([0, expect.stringContaining('acme.pdf')]);
  expect(readFileSync(join(folder, 'acme.pdf')).toString('latin1')).toMatch(/^%PDF-1\.7[\s\S]*%%EOF\s*$/);
  const terminal = await runRaw(['report', 'acme', '--format', 'pdf', '--out', '-', '--data', data], true);
  expect([terminal.code, terminal.stdout]).toEqual([2, '']);
  const noPages = await report('--paper', 'letter', '--out', '-');
  expect([noPages.code, noPages.stderr]).toEqual([2, expect.stringContaining('--paper needs --format pdf')]);

  // Local times, and without a section, which is said; never for programs, and not for a bundle.
  const cut = await report(
    '--format',
    'md',
    '--zone',
    'Asia/Kolkata',
    '--without',
    'notes,attachments',
    '--out',
    '-',
  );
  expect(cut.stdout).toMatch(
    /Times with an offset are local times of Asia\/Kolkata[\s\S]*Left out of this report: Notes, Attachments\./,
  );
  expect(cut.stdout).toMatch(/\d\d:\d\d:\d\d\+05:30/);
  for (const [args, why] of [
    [['--without', 'nothing'], 'The report has no section nothing. It has these: overview,'],
    [['--zone', 'Mars'], 'must be an IANA time zone'],
    [['--zone', 'Asia/Kolkata', '--format', 'csv'], '--zone and --language need a format'],
    [
      ['--kind', 'bundle', '--without', 'notes'],
      "--zone, --language and --without can't be combined with --kind bundle",
    ],
  ] as const) {
    const refused = await report(...args, '--out', join(folder, 'refused'));
    expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining(why)]);
  }
  expect(readdirSync(folder)).not.toContain('refused');

  const nowhere = await report('--out', join(folder, 'none', 'acme.html'));
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("can't be written")]);
});
