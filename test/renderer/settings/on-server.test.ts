import { expect, it, vi } from 'vitest';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive, visit } from '#test/support/ui.ts';

const browser = browserOfFile();

it('blocks what is for a store in a file, and says that a server keeps this one', async () => {
  const { address, env, place } = await temporaryStore();
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  const host = await testHost({ store: address });
  vi.unstubAllEnvs();
  const page = await openUi(browser(), host, { path: '/settings/data' });
  await untilLive(page);
  const server = `postgres://${place.address.user}@127.0.0.1:${place.address.port}/postgres`;
  const blocked = async (name: string): Promise<void> => {
    const button = page.getByRole('button', { name, exact: true });
    await button.waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    expect(await button.getAttribute('aria-description')).toContain(server);
  };

  await page.getByText('Store of cases and the local service:').waitFor();
  await blocked('Compact service.db…');
  await blocked('Create backup');
  expect(await page.getByText(/\((service|desk|vault)\.db\)/).count()).toBe(0);
  await expectAccessible(page, true);
  if (process.env.SCREENS)
    await page.screenshot({ path: `${process.env.SCREENS}/on-server.png`, fullPage: true });

  await visit(page, '/local-api/states?new=state');
  await blocked('Save state…');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await visit(page, '/local-api/clock?open=virtual');
  await blocked('Rehearse in virtual time…');
  const sandboxes = page.getByRole('region', { name: 'Sandboxes' }).last();
  expect(await sandboxes.getByText('Unknown').count()).toBeGreaterThan(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  if (process.env.SCREENS)
    await page.screenshot({ path: `${process.env.SCREENS}/on-server-clock.png`, fullPage: true });
}, 60_000);
