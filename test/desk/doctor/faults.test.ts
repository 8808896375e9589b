import { expect, test } from 'vitest';
import type { DoctorCheckId } from '#contract/doctor.ts';
import type { DoctorLimits } from '#desk/doctor/limits.ts';
import { examined, withOutcome } from '#test/support/doctor-consumers/examined.ts';
import { createJudge, type Fault } from '#test/support/doctor-consumers/judge.ts';
import { startConsumer, styles } from '#test/support/doctor-consumers/servers.ts';
import { runs } from '#test/support/runs.ts';

const negative: readonly DoctorCheckId[] = [
  'bad-signature',
  'wrong-secret',
  'tampered-body',
  'stale-timestamp',
  'future-timestamp',
  'missing-signature',
  'auth-required',
];

const faults: readonly (readonly [Fault, readonly DoctorCheckId[]])[] = [
  ['redirects', ['redirect']],
  ['fails on everything', ['answers-2xx']],
  ['refuses everything', ['answers-2xx']],
  ['fails on one type', ['answers-2xx']],
  ['uses the secret undecoded', ['answers-2xx']],
  ['is slow', ['answers-in-time']],
  ['never answers', ['answers-in-time']],
  ['limits bodies to 100 kB', ['large-payload']],
  ['refuses unknown types', ['unknown-event-type']],
  ['refuses older events', ['out-of-order']],
  ['must know the connection first', ['out-of-order']],
  ['answers duplicates 409', ['duplicate-id']],
  ['throws on a short signature', ['bad-signature']],
  ['accepts an empty secret', ['wrong-secret']],
  ['verifies the re-serialized body', ['tampered-body']],
  ['has no limit of age', ['stale-timestamp']],
  ['has no limit ahead', ['future-timestamp']],
  ['verifies only if signed', ['missing-signature']],
  ['compares the first signature only', ['rotation']],
  ['ignores Authorization', ['auth-required']],
  ['refuses the client id', ['client-id']],
  ['crashes on the client id', ['client-id']],
  ['accepts everything', negative],
];

/** Of faults that take time: less of it. */
const limits: Partial<Record<Fault, Partial<DoctorLimits>>> = {
  'is slow': { usualMs: 40 },
  'never answers': { answerMs: 300 },
};

/** Each fault in one style, the next one in the next; in all of them if more is asked for. */
const matrix = styles
  .flatMap((style, s) =>
    faults.map(([fault, failed], f) => ({ turn: s + f, row: [style, fault, failed] as const })),
  )
  .filter(({ turn }) => runs(1) > 1 || turn % styles.length === 0)
  .map(({ row }) => row);

test.concurrent.for(matrix)(
  '%s: a consumer that %s fails %j alone',
  async ([style, fault, failed], { onTestFinished }) => {
    const { url, seen } = await startConsumer(style, createJudge(fault), onTestFinished);
    const result = await examined(url, { limits: limits[fault] ?? {} });
    expect(withOutcome(result, 'fail')).toEqual(failed);
    expect(result.verdict).toBe('fail');
    expect([result.requests <= 62, seen.requests]).toEqual([true, result.requests]);
    for (const check of result.checks) {
      expect(check.evidence.length).toBeGreaterThan(0);
      expect(check.fix === undefined).toBe(check.outcome !== 'fail');
    }
  },
);

test.concurrent.for(styles)('%s: a sound consumer passes everything', async (style, { onTestFinished }) => {
  const { url, seen } = await startConsumer(style, createJudge(), onTestFinished);
  const result = await examined(url, { load: true });
  expect(withOutcome(result, 'fail')).toEqual([]);
  expect(withOutcome(result, 'undetermined')).toEqual([]);
  expect(withOutcome(result, 'not-applicable')).toEqual(['tls']);
  expect(result.verdict).toBe('pass');
  expect(result.requests).toBe(seen.requests);
});
