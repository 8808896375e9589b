import { systemTime } from '#base/clock.ts';

const everyMs = 50;

/** Asks again and again until the answer is not undefined; undefined after `limitMs`. */
export const patiently = async <T>(
  limitMs: number,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  const end = systemTime.monotonic() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || systemTime.monotonic() > end) return answer;
    await systemTime.sleep(everyMs);
  }
};
