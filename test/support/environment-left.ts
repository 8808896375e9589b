import { afterAll, beforeAll, expect, vi } from 'vitest';

/**
 * Files share a process: one that leaves a variable changed fails itself, and not another one that runs later, perhaps in
 * a browser that has inherited it.
 */

let before: NodeJS.ProcessEnv;

beforeAll(() => {
  before = { ...process.env };
});

afterAll(() => {
  vi.unstubAllEnvs();
  const now = { ...process.env };
  for (const name of Object.keys(now)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  expect([...names].filter((name) => before[name] !== now[name])).toEqual([]);
});
