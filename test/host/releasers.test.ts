import { expect, test } from 'vitest';
import { createReleasers } from '#host/releasers.ts';

test('what was started is stopped in reverse, once', async () => {
  const stopped: string[] = [];
  const releasers = createReleasers();
  for (const name of ['lock', 'service', 'desk']) {
    releasers.add(async () => {
      stopped.push(name);
    });
  }
  await Promise.all([releasers.release(), releasers.release()]);
  expect(stopped).toEqual(['desk', 'service', 'lock']);
});

test('the first error wins, and the rest is stopped all the same', async () => {
  const stopped: string[] = [];
  const releasers = createReleasers();
  releasers.add(() => {
    stopped.push('lock');
  });
  releasers.add(() => Promise.reject(new Error('second')));
  releasers.add(() => {
    throw new Error('first');
  });
  await expect(releasers.release()).rejects.toThrow('first');
  expect(stopped).toEqual(['lock']);
});
