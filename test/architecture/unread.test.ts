import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { textOf } from '#test/docs/pages.ts';

/** Takes a list that is not there for an empty one. */
const emptied =
  /\.data\?\.results\b|\bdata(: \w+)? = \[\]|\bdata \?\? \[\]|\bdata\?\.\w+ \?\? \[\]|\bdata \?\? \{\}/;
/** Says that a list could not be read, or is given to what does. */
const saying = /<(Loaded|Found|Unread|PreviewPane|LogRows)\b|\bunreadText\(|\bis(Loading)?Error\b/;

/** Files that need say nothing of it, and why. */
const exempt: Readonly<Record<string, string>> = {
  'renderer/app/strip-clock.tsx': 'the strip has no room; Local API › Clock says it',
  'renderer/features/home/worklist-bar.tsx': 'choices of a filter; owners and targets stand in the rows',
  'renderer/features/tokens/import-mapping.tsx': 'the field of the platform on the same form says it',
  'renderer/features/tokens/rehearse-form.tsx':
    'only whether a run is under way; the desk refuses a second one',
  'renderer/features/tokens/run-selection.tsx':
    'only whether a run is under way; the desk refuses a second one',
  'renderer/features/tokens/start-form.tsx': 'only whether a run is under way; the desk refuses a second one',
};

const passesForEmpty = (text: string): boolean => emptied.test(text) && !saying.test(text);

test('no list of the screens that could not be read passes for an empty one', () => {
  const files = globSync('renderer/**/*.tsx', { cwd: packageRoot() }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const read = files.filter((path) => emptied.test(textOf(path)));
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((path) => passesForEmpty(textOf(path))).sort()).toEqual(Object.keys(exempt).sort());
});

test.each([
  'const cases = useCases().data?.results ?? [];',
  'const { data = [] } = useFaults();',
  'const { results = [] } = query.data ?? {};',
  'const names = (data?.owners ?? []).map(nameOf);',
])('%s', (line) => {
  expect(passesForEmpty(line)).toBe(true);
  expect(passesForEmpty(`${line} <Unread query={query} what="Cases" />`)).toBe(false);
});
