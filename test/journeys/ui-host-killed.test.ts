import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { HostRecord } from '#contract/desk.ts';
import { launchDesktop, startDesktopBrowser } from '#test/support/desktop-app.ts';
import { type HostProcess, startHostProcess } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import type { Call } from '#test/support/test-host.ts';
import { storeKind } from '#test/support/test-store.ts';
import { browserOfFile, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();
/** For a machine that has much else to do; all that is waited for is a condition. */
const patience = { timeout: 60_000 };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const live = (page: Page) => untilLive(page);
const portOf = (url: string): string => new URL(url).port;

// The app shows the same of either store.
it.skipIf(storeKind === 'postgres')(
  'in the app: a notice, a new host, what was typed is there, and no figure is of the old host',
  async () => {
    const desktop = await startDesktopBrowser();
    try {
      const app = await launchDesktop(desktop);
      const { page } = app;
      page.setDefaultTimeout(patience.timeout);
      const record = (): HostRecord => JSON.parse(readFileSync(join(app.dataDir, 'host.json'), 'utf8'));
      const notice = page.getByText('Restarting', { exact: true });
      const killed = async (): Promise<void> => {
        const { pid } = record();
        await app.killHost();
        await notice.waitFor();
        await notice.waitFor({ state: 'detached' });
        await live(page);
        expect(record().pid).not.toBe(pid);
      };

      // A case is half typed in, and Home behind it shows the address of the host, which the next one will not have.
      await page
        .getByRole('region', { name: 'Start a migration' })
        .getByRole('button', { name: 'New case' })
        .click();
      await field(page, /^Case name/).fill('acme');
      await field(page, /^Integrator/).fill('Acme L');
      await page.getByText(record().apiUrl, { exact: true }).waitFor();
      const before = record().apiUrl;
      await killed();
      expect(record().apiUrl).not.toBe(before);
      await page.getByText(record().apiUrl, { exact: true }).waitFor();
      expect(await page.getByText(before, { exact: true }).count()).toBe(0);
      expect(await field(page, /^Case name/).inputValue()).toBe('acme');
      await field(page, /^Integrator/).press('End');
      await field(page, /^Integrator/).pressSequentially('td');
      await press(page, 'Create case');
      await page.getByText('Acme Ltd').filter({ visible: true }).first().waitFor();

      // The same for a note; and what others do meanwhile is seen, as the stream is followed again.
      await field(page, 'New note').fill('They asked for a call on Mon');
      await killed();
      expect(await field(page, 'New note').inputValue()).toBe('They asked for a call on Mon');
      const { deskUrl, deskToken } = record();
      const id = /cases\/([^/?#]+)/.exec(page.url())?.[1];
      await fetch(`${deskUrl}/api/cases/${id}/contacts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${deskToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Mia Hartmann', party: 'integrator' }),
      });
      await page.getByText('Mia Hartmann').waitFor();
      await field(page, 'New note').pressSequentially('day.');
      await press(page, 'Add note');
      await page.getByRole('article').getByText('They asked for a call on Monday.').waitFor();
      expect(await app.quit()).toBe(0);
    } finally {
      await desktop.close();
    }
  },
  120_000,
);

it('in a browser: it says so, asks for a new sign-in, and catches up with what was typed', async () => {
  const dataDir = temporaryFolder();
  const first = await startHostProcess(['--data', dataDir]);
  const caller =
    ({ desk }: HostProcess): Call =>
    async (...request) => {
      const answer = await desk(...request);
      return { status: answer.status, body: await answer.json() };
    };
  const { body: found } = await caller(first)('POST', '/api/cases', { name: 'acme' });
  const path = `/cases/${found.id}`;
  const page = await openUi(
    browser(),
    { ready: first.ready, desk: caller(first) },
    { path, alone: true, expected: /Failed to load resource/ },
  );
  page.setDefaultTimeout(patience.timeout);
  await field(page, 'New note').fill('They asked for a call.');
  await live(page);

  await first.end('SIGKILL');
  await page.getByText(/^Reconnecting/).waitFor();
  await press(page, 'Add note');
  await page.getByText('Note not added').waitFor();
  expect(await field(page, 'New note').inputValue()).toBe('They asked for a call.');

  // Sessions end with their host. What happens before this browser is signed in again is announced to nobody here.
  const ports = ['--api-port', portOf(first.ready.apiUrl), '--desk-port', portOf(first.ready.deskUrl)];
  const second = await startHostProcess(['--data', dataDir, ...ports]);
  await page.getByRole('alert').getByText('Signed out').waitFor();
  const early = await page.context().newPage();
  if (storeKind === 'postgres') {
    // Until the first one counts as gone. The page continues when the desk is here.
    await early.goto(second.ready.deskUrl);
    await early.getByRole('heading', { name: 'This process is a standby' }).waitFor();
    await early.getByRole('heading', { name: 'Open Carryover again' }).waitFor(patience);
  }
  const contact = { name: 'Mia Hartmann', party: 'integrator' };
  expect((await second.desk('POST', `/api${path}/contacts`, contact)).status).toBe(200);
  await early.close();
  const { body: ticket } = await caller(second)('POST', '/api/session/tickets');
  const other = await page.context().newPage();
  await other.goto(ticket.url);
  await other.getByRole('heading', { name: 'Home' }).waitFor();
  await live(page);
  await page.getByText('Mia Hartmann').waitFor();
  expect(await field(page, 'New note').inputValue()).toBe('They asked for a call.');
  await press(page, 'Add note');
  await page.getByRole('article').getByText('They asked for a call.').waitFor();
}, 120_000);
