import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

/** Two people who work on one case at the same time, each in a page of their own. */
const browser = browserOfFile();

const actingAs = (actor: string) => (page: Page) =>
  page.addInitScript(
    `localStorage.setItem('carryover-preferences', ${JSON.stringify(
      JSON.stringify({ state: { actor, timeZone: 'utc', density: 'compact', language: 'node' }, version: 1 }),
    )})`,
  );

const openedTwice = async () => {
  const host = await testHost();
  const { body } = await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
  const path = `/cases/${body.id}`;
  const text = 'Call Sam on Monday, after the scan of the repository.';
  const { body: noted } = await host.desk('POST', `/api${path}/notes`, { text });
  const open = async (actor: string): Promise<Page> => {
    const page = await openUi(browser(), host, {
      path,
      alone: true,
      expected: /40[49]/,
      before: actingAs(actor),
    });
    await untilLive(page);
    return page;
  };
  return { host, path, text, note: noted.notes[0], ada: await open('Ada'), bo: await open('Bo') };
};

const editor = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true });
const beginNote = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('button', { name: 'Edit note' }).click();
  await editor(page).fill(text);
};
const saveNote = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save note' }).click();

test('edits of one note are merged, or both versions are shown until one is chosen', async () => {
  const { host, path, text, ada, bo } = await openedTwice();
  const notes = async (): Promise<string[]> =>
    (await host.desk('GET', `/api${path}`)).body.notes.map((note: { text: string }) => note.text);

  // Different places, and the announcement of the first comes before the second is saved.
  await beginNote(ada, text.replace('Monday', 'Tuesday'));
  await beginNote(bo, `${text} Bring the list.`);
  await saveNote(ada);
  await ada.getByText('Call Sam on Tuesday').waitFor();
  await bo.getByText('edited').waitFor({ state: 'detached' });
  await saveNote(bo);
  await bo.getByText('edited').waitFor();
  const merged = `${text.replace('Monday', 'Tuesday')} Bring the list.`;
  expect(await notes()).toEqual([merged]);

  // The same place.
  await beginNote(ada, merged.replace('Tuesday', 'Wednesday'));
  await beginNote(bo, merged.replace('Tuesday', 'Friday'));
  await saveNote(ada);
  await ada.getByText('Call Sam on Wednesday').waitFor();
  await saveNote(bo);
  const choice = bo.getByRole('region', { name: 'Ada changed this note too' });
  await choice.waitFor();
  await expectAccessible(bo);
  if (process.env.SHOTS) await bo.screenshot({ path: `${process.env.SHOTS}/conflict.png` });
  // Nothing is lost by a reload: what was typed is there, and saving shows both again.
  await bo.reload();
  await expect.poll(() => editor(bo).inputValue()).toContain('Friday');
  await saveNote(bo);
  await choice.waitFor();
  expect(await notes()).toEqual([merged.replace('Tuesday', 'Wednesday')]);

  // By keyboard: the heading has the focus, the choices follow.
  await bo.keyboard.press('Tab');
  await choice.getByRole('radio', { name: 'Both, to edit' }).and(choice.locator(':focus')).waitFor();
  await choice.getByText('Friday').first().waitFor();
  await bo.keyboard.press('ArrowLeft');
  await expect.poll(() => choice.getByRole('radio', { name: 'Their version' }).isChecked()).toBe(true);
  await bo.keyboard.press('ArrowRight');
  await choice.getByRole('button', { name: 'Continue editing' }).press('Enter');
  await expect.poll(() => editor(bo).inputValue()).toMatch(/Friday[\s\S]*Wednesday/);
  await saveNote(bo);
  await expect.poll(notes).toEqual([expect.stringMatching(/Friday[\s\S]*Wednesday/)]);
});

test('a note that a colleague removes keeps what was typed into it, and can be saved as a new one', async () => {
  const { host, path, note, ada, bo } = await openedTwice();
  await beginNote(bo, 'Sam is away until Thursday.');
  await ada.getByRole('button', { name: 'Remove note' }).click();
  const removed = bo.getByRole('alert').filter({ hasText: 'Ada removed this note' });
  await removed.waitFor();
  expect(await editor(bo).inputValue()).toBe('Sam is away until Thursday.');
  await expectAccessible(bo);
  if (process.env.SHOTS) await bo.screenshot({ path: `${process.env.SHOTS}/removed.png` });
  await bo.reload();
  await removed.waitFor();
  await bo.getByRole('button', { name: 'Save as new note' }).click();
  await bo.getByRole('article').getByText('Sam is away until Thursday.').waitFor();
  const { body } = await host.desk('GET', `/api${path}`);
  expect(body.notes).toMatchObject([{ text: 'Sam is away until Thursday.', by: 'Bo' }]);
  expect(body.notes[0].id).not.toBe(note.id);
});

test('fields of a contact are merged, and one that was removed is kept as a draft', async () => {
  const { host, path, ada, bo } = await openedTwice();
  const contact = { name: 'Jo Baker', party: 'integrator' };
  const { body } = await host.desk('POST', `/api${path}/contacts`, contact);
  const { id } = body.contacts[0];
  const edit = async (page: Page, label: string, value: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit Jo Baker' }).click();
    await page.getByRole('dialog').getByLabel(label).fill(value);
  };
  const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save contact' }).click();
  await edit(ada, 'Phone', '030 123');
  await edit(bo, 'Email', 'jo@acme.example');
  await save(ada);
  await ada.getByText('030 123').waitFor();
  await save(bo);
  await bo.getByRole('link', { name: 'jo@acme.example' }).waitFor();
  const contacts = async () => (await host.desk('GET', `/api${path}`)).body.contacts;
  expect(await contacts()).toEqual([{ id, ...contact, phone: '030 123', email: 'jo@acme.example' }]);

  await edit(ada, 'Phone', '030 456');
  await edit(bo, 'Phone', '030 789');
  await save(ada);
  await ada.getByText('030 456').waitFor();
  await save(bo);
  const choice = bo.getByRole('region', { name: 'Ada changed this contact too' });
  await choice.getByRole('radio', { name: 'Their version' }).check();
  await expectAccessible(bo);
  if (process.env.SHOTS) await bo.screenshot({ path: `${process.env.SHOTS}/contact.png` });
  await choice.getByRole('button', { name: 'Continue editing' }).click();
  await expect.poll(() => bo.getByRole('dialog').getByLabel('Phone').inputValue()).toBe('030 456');
  await bo.getByRole('dialog').getByLabel('Role').fill('Lead');
  await ada.getByRole('button', { name: 'Remove Jo Baker' }).click();
  await bo.getByText('Ada removed this contact').waitFor();
  await bo.reload();
  await bo.getByText('Unsaved changes of a removed contact').waitFor();
  await bo.getByRole('button', { name: 'Show', exact: true }).click();
  await bo.getByRole('button', { name: 'Save as new contact' }).click();
  await bo.getByText('Integrator, Lead').waitFor();
  expect(await contacts()).toMatchObject([{ name: 'Jo Baker', role: 'Lead', phone: '030 456' }]);
});
