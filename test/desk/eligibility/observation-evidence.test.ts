import { expect, test } from 'vitest';
import type { Observation } from '#contract/eligibility.ts';
import { observationEvidence } from '#desk/eligibility/observation-evidence.ts';

const dayMs = 86_400_000;
const window: Observation = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'staging',
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-08T00:00:00Z',
  seenUntil: '2026-01-08T00:00:00Z',
  calls: [],
  otherCalls: 3,
};
const statement = (change: Partial<Observation>) => observationEvidence({ ...window, ...change }).rows[0];

test('an observation of seven days with other calls shows absence; time without a running host does not count', () => {
  expect(statement({})?.says).toBe('absent');
  expect(statement({ otherCalls: 0 })?.says).toBe('nothing-seen');
  expect(statement({ to: '2026-01-07T23:59:59Z' })?.says).toBe('nothing-seen');
  expect(statement({ unwatchedMs: 1000 })?.says).toBe('nothing-seen');
  expect(statement({ to: '2026-01-10T00:00:00Z', unwatchedMs: 2 * dayMs })?.says).toBe('absent');
  const long = statement({ to: '2026-01-10T00:00:00Z', unwatchedMs: 3 * dayMs });
  expect(long).toMatchObject({
    says: 'nothing-seen',
    because: expect.stringContaining('not observed for 3 d'),
  });
});
