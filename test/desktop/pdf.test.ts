import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { shellOfFile } from './own-page.ts';

/** PDFs in the app: its main process starts the one that sets them, for the host and for a command. */

const { launch } = shellOfFile();

test('the host and a command get a PDF, and the process that has set it is gone', async () => {
  const { page, hostPid, call, dataDir, quit } = await launch({
    // A command has a key of its own only in a file.
    system: { keychain: 'basic_text' },
  });
  const [start, same] = await page.evaluate(async () => {
    const made = await fetch('/api/cases', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'acme' }),
    });
    const { id } = (await made.json()) as { id: string };
    const pdf = async () => (await fetch(`/api/cases/${id}/reports/case?format=pdf`)).text();
    const [first, second] = await Promise.all([pdf(), pdf()]);
    return [first.slice(0, 8), first === second];
  });
  expect([start, same]).toEqual(['%PDF-1.7', true]);
  expect(await call('hostPids')).toEqual([await hostPid()]);
  await quit();

  const out = join(temporaryFolder(), 'acme.pdf');
  const command = await launch({
    bare: ['report', 'acme', '--format', 'pdf', '--out', out, '--data', dataDir],
    shows: false,
  });
  expect([await command.ended, command.out.stderr]).toEqual([0, expect.stringContaining('acme.pdf')]);
  expect(readFileSync(out).toString('latin1', 0, 8)).toBe('%PDF-1.7');
});
