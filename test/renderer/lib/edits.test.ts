import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { EditConflict } from '#contract/edit-conflict.ts';
import { CatalogueError } from '#contract/errors.ts';
import { createCases } from '#desk/cases/index.ts';
import { readDraft } from '#renderer/lib/drafts.ts';
import {
  type Choice,
  type Edit,
  followed,
  isSame,
  openEdit,
  saved,
  settled,
  typed,
} from '#renderer/lib/edits.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

/** Two pages that edit one note: the edits of the page over the unit of work of the desk. */
beforeEach(() => {
  const kept = new Map<string, string>();
  const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value: sessionStorage, configurable: true });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'sessionStorage');
    else Object.defineProperty(globalThis, 'sessionStorage', before);
  });
});

const blank = { text: '' };
type Values = typeof blank;

test('a draft keeps the revision that it was opened at, whatever is announced, and over a reload', () => {
  const opened = openEdit('note', { revision: 3, values: { text: 'one' } });
  expect(followed(opened, { revision: 4, values: { text: 'two' } })).toMatchObject({
    revision: 4,
    isTyped: false,
  });
  const edit = typed('note', opened, { text: 'one and more' });
  const newest = { revision: 9, values: { text: 'nine' } };
  expect(followed(edit, newest)).toBe(edit);
  expect(openEdit('note', newest)).toEqual({ revision: 3, values: { text: 'one and more' }, isTyped: true });
  expect(saved('note', typed('note', edit, { text: 'typed meanwhile' }), edit)).toBe(false);
  expect(readDraft('note')).toEqual({ revision: 3, values: { text: 'typed meanwhile' } });
  expect(saved('note', edit, edit)).toBe(true);
  expect(readDraft('note')).toBeUndefined();
});

test('a draft of an earlier version is compared with all that was changed', () => {
  sessionStorage.setItem('carryover-draft:note', '{"text":"typed before the update"}');
  expect(openEdit('note', { revision: 3, values: { text: 'one' } })).toEqual({
    revision: 1,
    values: { text: 'typed before the update' },
    isTyped: true,
  });
});

test('fields that were no conflict are as either of both changed them, and empty where the desk has none', () => {
  const contact = { name: 'Jo', email: 'jo@a.example', phone: '1', due: '2026' as string | null };
  const conflict: EditConflict = {
    revision: 7,
    yours: [],
    theirs: [],
    fields: [{ field: 'phone', base: null, yours: '1', theirs: '2' }],
    rest: { name: 'Joan', email: null, due: null, other: 'no field of the form' },
  };
  const edit = { revision: 5, values: contact, isTyped: true };
  const none = { name: '', email: '', phone: '', due: null };
  expect(settled('contact', edit, conflict, { phone: 'theirs' }, none)).toEqual({
    revision: 7,
    values: { name: 'Joan', email: '', phone: '2', due: null },
    isTyped: true,
  });
  expect(settled('contact', edit, conflict, {}, none).values.phone).toBe('1');
});

type Cases = ReturnType<typeof createCases>;
type Follow = typeof followed<Values>;

const noteText = 'a note that both of them read';
const wordsIn = (text: unknown): string[] => (typeof text === 'string' ? text.split(/\s+/) : []);

/** A case with a note, what was typed into it, and what somebody gave up who saw it. */
const openDesk = async (follow: Follow) => {
  const cases: Cases = createCases(await testDeskContext());
  const { id } = await cases.create({ name: 'Acme', parts: ['webhooks'] }, 'Ada');
  const desk = {
    note: '',
    words: 0,
    typed: new Set<string>(),
    givenUp: new Set<string>(),
    conflicts: 0,
    removals: 0,
  };
  const add = async (text: string): Promise<string> => {
    const note = randomUUID();
    await cases.act(id, 'Ada', { kind: 'note.added', content: { id: note, text } });
    return note;
  };
  const now = async () => {
    const { notes, revision } = await cases.state(id);
    return { revision, textOf: (note: string) => notes.find((one) => one.id === note)?.text, notes };
  };
  return { cases, id, follow, add, now, ...desk };
};
type Desk = Awaited<ReturnType<typeof openDesk>>;

/** As the hook of the page does it, with the same functions. */
const openPage = async (desk: Desk, name: string) => {
  const { cases, id } = desk;
  let note = '';
  let edit: Edit<Values> = { revision: 0, values: blank, isTyped: false };
  let conflict: EditConflict | undefined;
  const draft = (): string => `${name}:${note}`;
  const open = async (): Promise<void> => {
    const { revision, textOf } = await desk.now();
    conflict = undefined;
    if (!edit.isTyped || textOf(note) !== undefined) note = edit.isTyped ? note : desk.note;
    edit = openEdit(draft(), { revision, values: { text: textOf(note) ?? '' } });
  };
  await open();
  const send = async ({ revision, values }: Edit<Values>): Promise<void> => {
    const isGone = (await desk.now()).textOf(note) === undefined;
    if (isGone) await desk.add(values.text);
    else await cases.act(id, name, { kind: 'note.changed', content: { id: note, ...values } }, { revision });
  };
  const type = (at: number): void => {
    if (conflict !== undefined) return;
    desk.words += 1;
    const word = `${name}${desk.words}`;
    desk.typed.add(word);
    const words = edit.values.text.split(' ');
    words.splice(at % (words.length + 1), 0, word);
    edit = typed(draft(), edit, { text: words.join(' ') });
  };
  const save = async (meanwhile: () => void): Promise<void> => {
    if (conflict !== undefined || !edit.isTyped) return;
    const sent = edit;
    try {
      const sending = send(sent);
      meanwhile();
      await sending;
      if (!saved(draft(), edit, sent)) return;
      edit = { ...edit, isTyped: false };
      await open();
    } catch (error) {
      const found = conflictOf(error);
      if (!isSame(edit.values, sent.values)) return save(() => {});
      if (found.removed === undefined) conflict = found;
      desk.conflicts += 1;
    }
  };
  return {
    type,
    save,
    /** An announcement came, and the page reads the case again. */
    async look(): Promise<void> {
      const { revision, textOf } = await desk.now();
      const text = textOf(note);
      if (text !== undefined) edit = desk.follow(edit, { revision, values: { text } });
      else if (!edit.isTyped) await open();
    },
    reload: open,
    settle(choice: Choice): void {
      if (conflict === undefined) return;
      const [field] = conflict.fields ?? [];
      // Whoever chooses has seen both.
      const dropped = { yours: field?.theirs, theirs: edit.values.text, merged: '' }[choice];
      for (const word of wordsIn(dropped)) desk.givenUp.add(word);
      edit = settled(draft(), edit, conflict, { text: choice }, blank);
      conflict = undefined;
    },
    /** Only while nothing is typed: a note that is being edited has no such button. */
    async remove(): Promise<void> {
      if (edit.isTyped) return;
      const { revision, textOf } = await desk.now();
      const text = textOf(note);
      if (text === undefined) return;
      await cases.act(id, name, { kind: 'note.removed', content: { id: note } }, { revision });
      for (const word of wordsIn(text)) desk.givenUp.add(word);
      desk.removals += 1;
      desk.note = await desk.add(noteText);
      await open();
    },
    isDone: () => !edit.isTyped,
    shown: () => [
      ...(edit.isTyped ? wordsIn(edit.values.text) : []),
      ...(conflict?.fields ?? []).flatMap(({ theirs, merged }) => [...wordsIn(theirs), ...wordsIn(merged)]),
    ],
    /** What a reload would bring back is what is shown. */
    isKept: () => !edit.isTyped || isSame(readDraft<Edit<Values>>(draft())?.values ?? {}, edit.values),
  };
};
type Page = Awaited<ReturnType<typeof openPage>>;

const conflictOf = (error: unknown): EditConflict => {
  const found = error instanceof CatalogueError ? error.info?.conflict : undefined;
  if (found === undefined) throw error;
  // As it comes by HTTP.
  return JSON.parse(JSON.stringify(found));
};

const choice = fc.constantFrom<Choice>('yours', 'theirs', 'merged');
const step = fc.record({
  who: fc.nat(1),
  what: fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), at: fc.nat(30) }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('save' as const), meanwhile: fc.boolean() }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('settle' as const), choice }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const) }) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const does = async (page: Page, what: Step['what']): Promise<void> => {
  if (what.do === 'type') page.type(what.at);
  else if (what.do === 'save') await page.save(() => what.meanwhile && page.type(0));
  else if (what.do === 'settle') page.settle(what.choice);
  else await page[what.do]();
};

const interleavings = (desk: Desk) =>
  fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
    desk.note = await desk.add(noteText);
    desk.typed.clear();
    desk.givenUp.clear();
    const pages = [await openPage(desk, 'Ada'), await openPage(desk, 'Bo')] as const;
    const lost = async (): Promise<string[]> => {
      const kept = new Set([
        ...(await desk.now()).notes.flatMap(({ text }) => wordsIn(text)),
        ...pages.flatMap((page) => page.shown()),
        ...desk.givenUp,
      ]);
      return [...desk.typed].filter((word) => !kept.has(word));
    };
    for (const { who, what } of steps) {
      await does(pages[who as 0 | 1], what);
      expect([what, await lost()]).toEqual([what, []]);
      expect(pages.map((page) => page.isKept())).toEqual([true, true]);
    }
    for (const page of pages)
      while (!page.isDone()) {
        page.settle('merged');
        await page.save(() => {});
      }
    expect(await lost()).toEqual([]);
  });

test('200 interleavings of two editors lose nothing that was typed', async () => {
  const desk = await openDesk(followed);
  await fc.assert(interleavings(desk), { numRuns: 200 });
  expect(desk.conflicts).toBeGreaterThan(20);
  expect(desk.removals).toBeGreaterThan(20);
});

test('they would, if an edit took the newest revision', async () => {
  const desk = await openDesk((edit, shown) => ({ ...edit, revision: shown.revision }));
  const { failed } = await fc.check(interleavings(desk), { numRuns: 200, endOnFailure: true });
  expect(failed).toBe(true);
});
