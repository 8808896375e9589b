import { expect, test } from 'vitest';
import { bannedPhrases } from './banned-phrases.ts';
import { allTexts, voiceHits } from './voice.ts';

const texts = allTexts();

test('no text of the app, the command line, errors, reports and docs uses a banned phrase', () => {
  expect(voiceHits(texts)).toEqual([]);
});

test('texts are read of all of them', () => {
  for (const part of [
    'renderer/app/',
    'electron/cli/',
    'contract/errors.ts',
    'labels',
    'desk/reports/',
    'README.md',
    'docs/guides/',
  ]) {
    expect(texts.filter(({ path }) => path.includes(part)).length, part).toBeGreaterThan(5);
  }
});

test('a banned phrase is found in every kind of text, and a wire value is none', () => {
  const at = (text: string) => voiceHits([{ path: 'a.ts', line: 1, text }]);
  expect(at('5 endpoints need someone')).toEqual([expect.stringContaining('needs attention')]);
  expect(at('Signed anew, with the present time')).toHaveLength(2);
  expect(at('Delivered in {room} ms')).toEqual([]);
  expect(bannedPhrases.every(({ instead }) => instead !== '')).toBe(true);
});
