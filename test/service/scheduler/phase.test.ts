import { assert, constantFrom, array as listOf, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isTurning, nextPhase, type Phase, type PhaseEvent } from '#service/scheduler/phase.ts';

const events: readonly PhaseEvent[] = ['wake', 'done', 'failed', 'retry', 'stop'];
const after = (...path: readonly PhaseEvent[]): Phase => path.reduce(nextPhase, 'quiet' as Phase);

test.each<[Phase, readonly PhaseEvent[]]>([
  ['quiet', []],
  ['quiet', ['done']],
  ['quiet', ['retry']],
  ['turning', ['wake']],
  ['turning', ['wake', 'retry']],
  ['turning', ['wake', 'stop']],
  ['quiet', ['wake', 'done']],
  ['repeating', ['wake', 'wake']],
  ['repeating', ['wake', 'wake', 'wake']],
  ['turning', ['wake', 'wake', 'done']],
  ['on hold', ['failed']],
  ['on hold', ['wake', 'failed']],
  ['on hold', ['wake', 'wake', 'failed']],
  ['on hold', ['wake', 'failed', 'wake']],
  ['retrying', ['wake', 'failed', 'retry']],
  ['retrying', ['wake', 'failed', 'retry', 'wake']],
  ['quiet', ['wake', 'failed', 'retry', 'done']],
  ['on hold', ['wake', 'failed', 'retry', 'failed']],
  ['stopped', ['stop']],
  ['stopped', ['wake', 'failed', 'stop']],
])('is %s after %j', (phase, path) => {
  expect(after(...path)).toBe(phase);
});

test('a turn runs in three phases', () => {
  expect(
    (['quiet', 'turning', 'repeating', 'on hold', 'retrying', 'stopped'] as const).filter(isTurning),
  ).toEqual(['turning', 'repeating', 'retrying']);
});

test('whatever happened before, nothing leaves stopped, a wake while quiet begins a turn, a retry ends a hold', () => {
  void assert(
    property(listOf(constantFrom(...events)), constantFrom(...events), (path, event) => {
      const phase = after(...path);
      if (phase === 'stopped') expect(nextPhase(phase, event)).toBe('stopped');
      if (phase === 'quiet') expect(isTurning(nextPhase(phase, 'wake'))).toBe(true);
      if (phase === 'on hold') expect(isTurning(nextPhase(phase, 'retry'))).toBe(true);
      // A turn ends by itself alone.
      if (isTurning(phase)) expect(isTurning(nextPhase(phase, 'stop'))).toBe(true);
    }),
  );
});
