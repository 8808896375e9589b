import { expect, test } from 'vitest';
import { filesBehind } from './imports.ts';

test('the test kit loads nothing of the desk, the host or the app, in whatever command', () => {
  const files = [
    ...filesBehind([
      'electron/kit-cli/bin.ts',
      'electron/kit/process.ts',
      'electron/kit/worker.ts',
      'electron/testing/index.ts',
      'electron/testing/vitest.ts',
    ]),
  ];
  expect(files).toEqual(
    expect.arrayContaining([
      'electron/cli/send.ts',
      'electron/cli/state.ts',
      'electron/local/fork-folder.ts',
    ]),
  );
  expect(files.filter((path) => /^electron\/(desk|host|main|preload)\/|^renderer\//.test(path))).toEqual([]);
});
