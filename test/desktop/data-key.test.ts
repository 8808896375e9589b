import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataKey, type DataKeyOptions } from '#main/data-key.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A keychain that can be told to want its blobs wrapped anew, and to fail at it. */
const keychain = () => {
  const ways = { again: false, wraps: (text: string): string => text };
  const safeStorage: DataKeyOptions['safeStorage'] = {
    isAsyncEncryptionAvailable: async () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: async (text) => Buffer.from(`wrapped ${ways.wraps(text)}`),
    decryptStringAsync: async (blob) => ({
      result: blob.toString().slice('wrapped '.length),
      shouldReEncrypt: ways.again,
    }),
  };
  return { ways, safeStorage };
};

test('a wrapped key that can be opened is never lost to a keychain that fails to wrap it anew', async () => {
  const dataDir = temporaryFolder();
  const { ways, safeStorage } = keychain();
  const logged: string[] = [];
  const dataKey = createDataKey({
    dataDir,
    safeStorage,
    platform: 'linux',
    log: (text) => void logged.push(text),
  });
  const key = await dataKey.load();
  expect(key).toHaveLength(32);
  const path = join(dataDir, 'carryover.key.wrapped');
  const before = readFileSync(path, 'utf8');

  ways.again = true;
  const failures = [
    () => 'something else',
    () => {
      throw new Error('the keychain is full');
    },
  ];
  for (const wraps of failures) {
    ways.wraps = wraps;
    expect(await dataKey.load()).toEqual(key);
    expect(readFileSync(path, 'utf8')).toBe(before);
  }
  expect(logged).toEqual([
    expect.stringContaining('does not open again'),
    expect.stringContaining('the keychain is full'),
  ]);

  ways.wraps = (text) => text;
  const { ino } = statSync(path);
  expect(await dataKey.load()).toEqual(key);
  expect(statSync(path).ino).not.toBe(ino);
});
