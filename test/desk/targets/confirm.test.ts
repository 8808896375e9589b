import { expect, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import type { PlannedCall, Target } from '#contract/target.ts';
import { confirmCalls } from '#desk/targets/confirm.ts';

const remote: Target = {
  id: '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11',
  name: 'production',
  kind: 'remote',
  baseUrl: 'https://api.example.com',
  apiKey: '••••',
  hasCa: false,
  concurrency: 5,
  perSecond: 10,
};
const calls: PlannedCall[] = [
  { method: 'POST', path: '/webhooks', why: 'make an endpoint' },
  { method: 'DELETE', path: '/webhooks/1', why: 'remove the old one' },
];

const refusal = (target: Target, wanted: readonly PlannedCall[], confirm?: string) => {
  try {
    confirmCalls(target, wanted, confirm);
  } catch (error) {
    if (error instanceof CatalogueError) return error;
  }
  throw new Error('It was not refused.');
};

test('calls to a remote target are listed, and the code confirms exactly these', () => {
  const error = refusal(remote, calls);
  expect([error.code, error.entry.statusCode]).toEqual(['target.unconfirmed', 409]);
  expect(error.message).toContain('"production" by 2 calls');
  expect(error.info?.unconfirmed?.calls).toEqual(calls);
  const confirm = error.info?.unconfirmed?.confirm as string;
  expect(confirm).toMatch(/^[0-9a-f]{64}$/);
  confirmCalls(remote, calls, confirm);
  confirmCalls(
    remote,
    calls.map(({ why, path, method }) => ({ why, path, method })),
    confirm,
  );
  const others: [Target, PlannedCall[]][] = [
    [remote, [...calls].reverse()],
    [remote, calls.slice(1)],
    [remote, [...calls, ...calls]],
    [{ ...remote, id: 'b4c0fa3c-6d0a-4c5c-8a3c-0c7f3b6a1d22' }, calls],
    [{ ...remote, baseUrl: 'https://elsewhere.example' }, calls],
  ];
  for (const [target, wanted] of others) {
    expect(refusal(target, wanted, confirm).info?.unconfirmed?.confirm).not.toBe(confirm);
  }
});

test('the local service, and nothing to send, need no confirmation', () => {
  confirmCalls({ ...remote, id: 'local', kind: 'local' }, calls, undefined);
  confirmCalls(remote, [], undefined);
});
