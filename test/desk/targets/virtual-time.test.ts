import { expect, test } from 'vitest';
import { createVirtualTime } from '#desk/targets/virtual-time.ts';
import { startTestService } from '#test/support/test-service.ts';

const never = new AbortController().signal;

test('waiting moves the clock of the instance, and nothing else does', async () => {
  const { control } = await startTestService();
  const time = await createVirtualTime(control.clock);
  const begun = time.now();
  await time.until(begun + 90_000.4, never);
  expect(time.now()).toBe(begun + 90_001);
  expect((await control.clock.show()).now).toBe(new Date(begun + 90_001).toISOString());
  await time.until(begun, never);
  expect(time.now()).toBe(begun + 90_001);
  await Promise.all([time.until(begun + 100_000, never), time.until(begun + 95_000, never)]);
  expect(time.now()).toBe(begun + 100_000);
});

test('whoever gives up waits no longer', async () => {
  const { control } = await startTestService();
  let begin = (): void => {};
  const held = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const time = await createVirtualTime({
    ...control.clock,
    advance: async (request) => {
      await held;
      return control.clock.advance(request);
    },
  });
  const stop = new AbortController();
  const waiting = time.until(time.now() + 1000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(time.until(time.now() + 1000, stop.signal)).rejects.toThrow('enough');
  begin();
});
