import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import type { AnswerImportResult, ExportedForm } from '#contract/exchange.ts';
import type { Job } from '#contract/job.ts';
import { type Ask, deskOf } from './desk-runs.ts';
import { madeUpRow } from './migration-rows.ts';
import { benchFolder, startHost } from './processes.ts';
import { median, type Result, result } from './results.ts';
import { withPage } from './ui-page.ts';

const rows = 100_000;
/** Names of cases are unique. */
let cases = 0;
const times = 3;
const pollMs = 20;
/** QuickBooks Online: forms are for platforms with a managed migration. */
const platformKey = 'qhyg';

const listOf = (count: number): string => {
  const lines = ['ref,name,platform,accessToken,refreshToken,realmId'];
  for (let n = 0; n < count; n++) {
    const { ref, name, credentials } = madeUpRow(n);
    const { accessToken, refreshToken } = credentials;
    const realmId = 9_341_453_000_000 + n;
    lines.push([ref, name, platformKey, accessToken, refreshToken, realmId].join(','));
  }
  return `${lines.join('\n')}\n`;
};

/** (form) The form that an integrator fills in, with a list of 100,000 rows: checked and sealed in Chromium, then imported. */
export const form = async (): Promise<Result[]> => {
  const folder = benchFolder();
  const list = join(folder, 'tokens.csv');
  writeFileSync(list, listOf(rows), { mode: 0o600 });
  const host = await startHost(['--data', benchFolder()]);
  const ask = deskOf(host);
  // The first has what the process compiles and loads once in it.
  await importPlain(ask, list);
  const plain: number[] = [];
  const answers: number[] = [];
  const page: Filled[] = [];
  let growth = 0;
  for (let n = 0; n < times; n++) {
    const { caseId, filled } = await fillIn(ask, folder, list);
    page.push(filled);
    plain.push(await importPlain(ask, list));
    host.forgetPeak();
    const before = host.memoryMb();
    answers.push(await importAnswer(ask, caseId, filled.path));
    growth = Math.max(growth, host.peakMemoryMb() - before);
  }
  await host.stop();
  const seconds = (all: readonly number[]) => all.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ');
  const of = (one: keyof Omit<Filled, 'path'>) => page.map((filled) => filled[one]);
  return [
    result(
      '(form) 100,000 rows checked in the page',
      median(of('checkMs')),
      '<',
      5000,
      ' ms',
      `${seconds(of('checkMs'))}; in Chromium, from the choice of the file`,
    ),
    result(
      '(form) the same sealed in the page',
      median(of('sealMs')),
      '<',
      5000,
      ' ms',
      `${seconds(of('sealMs'))}; until its SHA-256 is shown`,
    ),
    result(
      '(form) memory of the page meanwhile',
      Math.max(...of('heapMb')),
      '<',
      64,
      ' MB',
      'its heap and what its buffers hold, over before, at most of samples every 20 ms',
    ),
    result(
      '(form) the sealed form imported, against the plain list',
      median(answers) / median(plain),
      '<',
      3,
      '',
      `${seconds(answers)}; ${seconds(plain)}; the form is read whole and checked before anything is recorded`,
    ),
    result(
      '(form) memory growth with sealed forms',
      growth,
      '<',
      160,
      ' MB',
      'the process at most, over before',
    ),
  ];
};

interface Filled {
  readonly path: string;
  readonly checkMs: number;
  readonly sealMs: number;
  readonly heapMb: number;
}

const fillIn = async (
  ask: Ask,
  folder: string,
  list: string,
): Promise<{ caseId: string; filled: Filled }> => {
  const { id: caseId } = await ask<{ id: string }>('POST', '/api/cases', {
    name: `form ${cases++}`,
    parts: ['tokens'],
  });
  await ask('POST', `/api/cases/${caseId}/runbook`, { platformKey });
  const { content } = await ask<ExportedForm>('POST', `/api/cases/${caseId}/exchange/forms`);
  const html = join(folder, 'form.html');
  writeFileSync(html, content);
  const filled = await withPage(async (page) => {
    await page.goto(pathToFileURL(html).href);
    await page.locator('#name').fill('Kim Larsen');
    await page.locator('#role').fill('Head of Engineering');
    await page.locator('#compared').check();
    const memory = await watchMemory(page);
    const checkFrom = performance.now();
    await page.locator('#tokens').setInputFiles(list);
    await page.locator('#tokens-state .good').waitFor({ timeout: 120_000 });
    const checkMs = performance.now() - checkFrom;
    const sealFrom = performance.now();
    await page.locator('button[type=submit]').click();
    await page.locator('#digest').waitFor({ timeout: 120_000 });
    const sealMs = performance.now() - sealFrom;
    const heapMb = await memory.end();
    const downloading = page.waitForEvent('download');
    await page.locator('a[download]').click();
    const path = join(folder, 'form.age');
    await (await downloading).saveAs(path);
    return { path, checkMs, sealMs, heapMb };
  });
  return { caseId, filled };
};

/** What the page's script holds, in its heap and in buffers. */
const watchMemory = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const before = await heldMb(devtools);
  let most = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await heldMb(devtools));
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  })();
  return {
    async end(): Promise<number> {
      isOver = true;
      await watching;
      return most - before;
    },
  };
};

const heldMb = async (devtools: CDPSession): Promise<number> => {
  const { usedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage');
  return (usedSize + backingStorageSize) / 1_048_576;
};

const importPlain = async (ask: Ask, path: string): Promise<number> => {
  const { id } = await ask<{ id: string }>('POST', '/api/cases', {
    name: `plain ${cases++}`,
    parts: ['tokens'],
  });
  const { ms, job } = await finished(ask, () =>
    ask<Job>('POST', `/api/cases/${id}/tokens/imports`, { path }),
  );
  return checked(ms, (job.result as { ready?: number } | undefined)?.ready, job);
};

const importAnswer = async (ask: Ask, id: string, path: string): Promise<number> => {
  const { ms, job } = await finished(ask, () =>
    ask<Job>('POST', `/api/cases/${id}/exchange/answers`, { path }),
  );
  return checked(ms, (job.result as AnswerImportResult | undefined)?.tokens?.ready, job);
};

const checked = (ms: number, ready: number | undefined, { error }: Job): number => {
  if (ready !== rows) throw new Error(`${ready} rows were imported: ${error}`);
  return ms;
};

const finished = async (ask: Ask, start: () => Promise<Job>): Promise<{ ms: number; job: Job }> => {
  const startedAt = performance.now();
  let job = await start();
  while (job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    job = await ask<Job>('GET', `/api/jobs/${job.id}`);
  }
  return { ms: performance.now() - startedAt, job };
};
