import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import type { EditConflict } from '#contract/edit-conflict.ts';
import { CatalogueError } from '#contract/errors.ts';
import { createCases } from '#desk/cases/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

/** Two people who edit one case at the same time. */
const noteId = '00000000-0000-4000-8000-000000000001';
const contactId = '00000000-0000-4000-8000-000000000002';

const opened = async (text: string) => {
  const cases = createCases(await testDeskContext());
  const { id } = await cases.create({ name: 'Acme', parts: ['webhooks'] }, 'Ada');
  const { revision } = await cases.act(id, 'Ada', { kind: 'note.added', content: { id: noteId, text } });
  return { cases, id, revision };
};

const noteOf = (text: string): CaseAction => ({ kind: 'note.changed', content: { id: noteId, text } });

test('changes of different fields of one thing are merged, those of the same are a conflict', async () => {
  const { cases, id } = await opened('note');
  const contact = { id: contactId, name: 'Jo', party: 'integrator' as const };
  const { revision } = await cases.act(id, 'Ada', { kind: 'contact.added', content: { contact } });
  const changed = (more: object): CaseAction => ({
    kind: 'contact.changed',
    content: { contact: { ...contact, ...more } },
  });
  await cases.act(id, 'Ada', changed({ phone: '123' }), { revision });
  await cases.act(id, 'Bo', changed({ role: 'lead' }), { revision });
  expect((await cases.state(id)).contacts).toEqual([{ ...contact, phone: '123', role: 'lead' }]);
  await expect(cases.act(id, 'Cy', changed({ phone: '456' }), { revision })).rejects.toMatchObject({
    info: {
      conflict: {
        fields: [{ field: 'phone', base: null, yours: '456', theirs: '123' }],
        rest: { role: 'lead' },
      },
    },
  });
  await expect(
    cases.act(id, 'Cy', { kind: 'contact.removed', content: { id: contactId } }, { revision }),
  ).rejects.toMatchObject({ info: { conflict: { removed: 'yours' } } });
  expect((await cases.state(id)).contacts).toHaveLength(1);
});

test('a text that the other removed is a conflict that has all of it', async () => {
  const { cases, id, revision } = await opened('one two');
  await cases.act(id, 'Ada', { kind: 'note.removed', content: { id: noteId } }, { revision });
  await expect(cases.act(id, 'Bo', noteOf('one two three'), { revision })).rejects.toMatchObject({
    info: {
      conflict: { fields: [{ field: 'text', yours: 'one two three', theirs: null }], removed: 'theirs' },
    },
  });
});

/** What an editor does next: types a word somewhere, saves, or looks at the case again without anything typed. */
const step = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom('type' as const, 'type' as const, 'save' as const, 'look' as const),
  at: fc.nat(40),
});

type Cases = Awaited<ReturnType<typeof opened>>['cases'];

/** Two pages that show the note of one case. */
const pagesOf = (cases: Cases, id: string) => {
  const told = { conflicts: 0, words: 0 };
  const now = async () => {
    const { notes, revision } = await cases.state(id);
    return { revision, words: split(notes.find((note) => note.id === noteId)?.text ?? '') };
  };
  const editor = async (name: string) => {
    const page = { ...(await now()), isDirty: false };
    return {
      type(at: number): string {
        told.words += 1;
        const word = `${name}${told.words}`;
        page.words.splice(at % (page.words.length + 1), 0, word);
        page.isDirty = true;
        return word;
      },
      /** As a page does: after a conflict it continues with both texts, over what is there now. */
      async save(): Promise<void> {
        const { revision, words } = page;
        try {
          await cases.act(id, name, noteOf(words.join(' ')), { revision });
          Object.assign(page, await now(), { isDirty: false });
        } catch (error) {
          const { fields, revision: next } = conflictIn(error);
          told.conflicts += 1;
          Object.assign(page, { revision: next, words: split(fields?.[0]?.merged ?? '') });
        }
      },
      /** Reads the case again, unless something typed would go. */
      async look(): Promise<void> {
        if (!page.isDirty) Object.assign(page, await now());
      },
      isDirty: () => page.isDirty,
    };
  };
  return { now, editor, told };
};

const split = (text: string): string[] => text.split(/\s/);

/** @throws the error, if it is none that shows both texts */
const conflictIn = (error: unknown): EditConflict => {
  const conflict = error instanceof CatalogueError ? error.info?.conflict : undefined;
  if (conflict?.fields?.[0]?.merged === undefined) throw error;
  return conflict;
};

test('200 interleavings of two editors lose no word that was typed', async () => {
  const { cases, id } = await opened('start');
  const { now, editor, told } = pagesOf(cases, id);
  const interleaving = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
    await cases.act(id, 'Ada', noteOf('start of a note that both read'));
    const editors = [await editor('Ada'), await editor('Bo')] as const;
    const typed: string[] = [];
    for (const { who, what, at } of steps) {
      const one = editors[who as 0 | 1];
      if (what === 'type') typed.push(one.type(at));
      else await one[what]();
    }
    for (const one of editors) while (one.isDirty()) await one.save();
    const { words } = await now();
    expect(typed.filter((word) => !words.includes(word))).toEqual([]);
  });
  await fc.assert(interleaving, { numRuns: 200 });
  expect(told.conflicts).toBeGreaterThan(20);
});
