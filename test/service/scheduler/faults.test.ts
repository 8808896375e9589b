import { assert, asyncProperty, constantFrom, array as listOf } from 'fast-check';
import { expect, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import { createScheduler } from '#service/scheduler/scheduler.ts';
import { testContext } from '#test/support/service-context.ts';
import { scriptedLeased, scriptedTimed } from './scripted-sources.ts';

const steps = [
  'add work',
  'end one',
  'end all',
  'wake',
  'pause',
  'resume',
  'fail',
  'recover',
  'let go',
] as const;

test('each result is written once and in the order in which it ended, whatever fails and pauses between', async () => {
  const context = await testContext();
  await assert(
    asyncProperty(listOf(constantFrom(...steps), { maxLength: 25 }), async (path) => {
      const at = context.clock.now();
      const timed = scriptedTimed();
      const leased = scriptedLeased();
      const ended: string[] = [];
      let made = 0;
      const end = (ids: readonly string[]): void => {
        ended.push(...ids);
        leased.end(...ids);
      };
      const scheduler = createScheduler({ ...context, paused: false, timed: [timed], leased: [leased] });
      await scheduler.start();
      const take: Record<(typeof steps)[number], () => unknown> = {
        'add work': () => {
          made++;
          timed.add(at);
          leased.add({ id: `job ${made}`, due: at });
          scheduler.wake();
        },
        'end one': () => end([...leased.running.keys()].slice(0, 1)),
        'end all': () => end([...leased.running.keys()]),
        wake: () => scheduler.wake(),
        pause: () => scheduler.pause(),
        resume: () => scheduler.resume(),
        fail: () => {
          leased.trouble = () => new CatalogueError('store.full');
        },
        recover: () => {
          leased.trouble = undefined;
        },
        'let go': () => new Promise((resolve) => setTimeout(resolve, 3)),
      };
      for (const step of path) await take[step]();
      leased.trouble = undefined;
      await scheduler.resume();
      while (leased.recorded_.flat().length < made) {
        end([...leased.running.keys()]);
        await take['let go']();
      }
      await scheduler.idle();
      await scheduler.stop(0);
      expect(leased.recorded_.flat()).toEqual(ended);
      expect([ended.length, timed.ran.length]).toEqual([made, made]);
    }),
    { numRuns: 40 },
  );
});

test('after a stop nothing starts, and nobody waits for quiet in vain', async () => {
  const context = await testContext();
  const leased = scriptedLeased();
  const scheduler = createScheduler({ ...context, paused: false, timed: [], leased: [leased] });
  await scheduler.start();
  await scheduler.stop(0);
  leased.add({ id: 'late', due: context.clock.now() });
  scheduler.wake();
  await scheduler.idle();
  await expect(scheduler.advanceTo(context.clock.now())).rejects.toMatchObject({ code: 'server.stopping' });
  expect(leased.running.size).toBe(0);
});
