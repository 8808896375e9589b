import { expect, test } from 'vitest';
import { startWithStops } from '#base/start-with-stops.ts';

test('what was started is stopped in reverse, once', async () => {
  const stopped: string[] = [];
  const { started, stop } = await startWithStops(
    async (stops) => {
      for (const name of ['lock', 'service', 'desk']) {
        stops.defer(async () => {
          stopped.push(name);
        });
      }
      return 'started';
    },
    () => expect.unreachable(),
  );
  expect([started, stopped]).toEqual(['started', []]);
  await Promise.all([stop(), stop()]);
  expect(stopped).toEqual(['desk', 'service', 'lock']);
});

const withTwoErrors = (stopped: string[]) => (stops: AsyncDisposableStack) => {
  stops.defer(() => {
    stopped.push('lock');
  });
  stops.defer(() => Promise.reject(new Error('third')));
  stops.defer(() => Promise.reject(new Error('second')));
  stops.defer(() => {
    throw new Error('first');
  });
};

test('the first error wins, and the rest is stopped all the same', async () => {
  const stopped: string[] = [];
  const { stop } = await startWithStops(
    async (stops) => withTwoErrors(stopped)(stops),
    () => expect.unreachable(),
  );
  await expect(stop()).rejects.toThrow('first');
  expect(stopped).toEqual(['lock']);
});

test('a start that fails is undone, and its error is thrown', async () => {
  const stopped: string[] = [];
  const errors: unknown[] = [];
  const starting = startWithStops(
    async (stops) => {
      withTwoErrors(stopped)(stops);
      throw new Error('The port is in use');
    },
    (error) => errors.push(error),
  );
  await expect(starting).rejects.toThrow('The port is in use');
  expect(stopped).toEqual(['lock']);
  expect(errors).toEqual([new Error('first')]);
});
