import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of the running test's own, gone when the test ends. */
export const temporaryFolder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'carryover-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
