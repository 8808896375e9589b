import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  arrange,
  comesBefore,
  type Entry,
  type GroupId,
  groupIds,
  wordsOf,
} from '#renderer/app/palette/arrange.ts';

const entry = (group: GroupId, label: string, other: Partial<Entry> = {}): Entry => ({
  id: `${group}:${label}`,
  group,
  label,
  ...other,
});

const labels = (text: string, entries: readonly Entry[], recent: readonly string[] = []) =>
  arrange(text, entries, recent).map(({ id, entries: shown }) => [id, ...shown.map(({ label }) => label)]);

const screens = ['Home', 'Messages', 'Cutover', 'Simulated tokens'].map((label) => entry('screens', label));

it('puts what begins with the text before what only has it, and what is described by it last', () => {
  const entries = [
    ...screens,
    entry('actions', 'Search messages', { description: 'Home' }),
    entry('cases', 'Home Bakery'),
    entry('search', 'Search messages for “home”', { isFound: true }),
    entry('help', 'Where things are', { isFound: true }),
  ];
  expect(labels('home', entries)).toEqual([
    ['screens', 'Home'],
    ['cases', 'Home Bakery'],
    ['actions', 'Search messages'],
    ['search', 'Search messages for “home”'],
    ['help', 'Where things are'],
  ]);
  expect(labels('tokens SIM', screens)).toEqual([['screens', 'Simulated tokens']]);
  expect(labels('nothing of this name', screens)).toEqual([]);
});

it('has what was used last on top, and prefers it among equally good ones', () => {
  const cases = ['Acme', 'Acme too'].map((label) => entry('cases', label));
  const hidden = entry('messages', 'msg_1', { whenSearched: true });
  const all = [...screens, ...cases, hidden];
  expect(labels('', all, ['messages:msg_1', 'gone', 'cases:Acme too'])).toEqual([
    ['recent', 'msg_1', 'Acme too'],
    ['screens', ...screens.map(({ label }) => label)],
    ['cases', 'Acme'],
  ]);
  expect(labels('', all).flat()).not.toContain('msg_1');
  expect(labels('acme', all, ['cases:Acme too'])).toEqual([['cases', 'Acme too', 'Acme']]);
});

it('counts what it does not show, and knows which results could still come first', () => {
  const many = Array.from({ length: 50 }, (_, at) => entry('rows', `r-${at}`));
  const [rows] = arrange('r-', many, []);
  expect((rows?.entries.length ?? 0) + (rows?.left ?? 0)).toBe(50);
  const shown = arrange('home', [...screens, entry('help', 'Home', { isFound: true })], []);
  expect(comesBefore('cases', shown, 'home')).toBe(false);
  expect(comesBefore('cases', shown.slice(1), 'home')).toBe(true);
  expect(comesBefore('help', shown.slice(1), 'home')).toBe(false);
  expect(comesBefore('help', [], 'home')).toBe(true);
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'É', ' ', '-'), minLength: 1, maxLength: 6 });
const entries = fc.array(
  fc.record({
    id: fc.integer({ max: 30, min: 0 }).map(String),
    group: fc.constantFrom(...groupIds.filter((id) => id !== 'recent')),
    label: word,
    description: fc.option(word, { nil: undefined }),
    whenSearched: fc.boolean(),
    isFound: fc.boolean(),
  }),
  { maxLength: 40 },
);

const used = fc.uniqueArray(fc.integer({ max: 30, min: 0 }).map(String));

it('shows each entry that fits once, in one group, in any order of the words', () => {
  fc.assert(
    fc.property(entries, word, used, (all, text, recent) => {
      const groups = arrange(text, all, recent);
      const shown = groups.flatMap((group) => group.entries);
      expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
      expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
      const words = wordsOf(text);
      const fits = ({ label, description, isFound }: Entry) =>
        isFound || words.every((one) => `${label} ${description ?? ''}`.toLowerCase().includes(one));
      const ids = new Set(all.map(({ id }) => id));
      const found = new Set(all.filter(({ isFound }) => isFound).map(({ id }) => id));
      const known = [...ids].map((id) => {
        const first = all.find((one) => one.id === id) as Entry;
        return { ...first, isFound: found.has(id) };
      });
      if (words.length > 0) {
        expect(shown.every(fits)).toBe(true);
        const left = groups.reduce((sum, group) => sum + group.left, 0);
        expect(shown.length + left).toBe(known.filter(fits).length);
        const turned = arrange(words.toReversed().join(' '), all, recent);
        expect(new Set(turned.map(({ id }) => id))).toEqual(new Set(groups.map(({ id }) => id)));
      }
      // An entry's place does not depend on entries of other groups that arrive later.
      for (const { id, entries: own } of groups.filter(({ id }) => id !== 'recent')) {
        const alone = arrange(
          text,
          known.filter(({ group }) => group === id),
          recent,
        );
        if (words.length > 0)
          expect(alone[0]?.entries.map((one) => one.id)).toEqual(own.map((one) => one.id));
      }
    }),
  );
});
