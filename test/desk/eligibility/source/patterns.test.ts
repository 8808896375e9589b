import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

afterEach(() => {
  vi.doUnmock('#base/package-root.ts');
  vi.resetModules();
});

const load = (content: unknown): Promise<unknown> => {
  const root = temporaryFolder();
  const folder = join(root, 'resources', 'recognizers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'patterns.json'), JSON.stringify(content));
  vi.resetModules();
  vi.doMock('#base/package-root.ts', () => ({ packageRoot: () => root }));
  return import('#desk/eligibility/source/patterns.ts');
};

const unknown = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`k${index}`, index]));

it.each([
  [
    { pattern: 1, ...unknown },
    /patterns\.json: a\.b must not have .* \(k0, .*\); allowed: why, words, parts, /,
  ],
  [
    { pattern: 'a', typo: 'b' },
    /patterns\.json: a\.b must not have .* \(typo\); allowed: why, words, parts, /,
  ],
  [{ why: 'a' }, /patterns\.json: a\.b must have one of words, parts, pattern/],
] as const)('An entry %j is refused by its place', async (entry, message) => {
  await expect(load({ a: { b: entry } })).rejects.toThrow(message);
});
