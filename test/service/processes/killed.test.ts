import { expect, test } from 'vitest';
import { temporaryPlace } from '#test/support/postgres/shared.ts';
import { expectWhole, startLoad } from './load.ts';

/** As many as a run of all tests has time for; CARRYOVER_KILLS asks for more. */
const kills = Number(process.env.CARRYOVER_KILLS ?? 5);
/** Another process has taken over by then, ms. */
const takenOverMs = 15_000;

test('processes that are killed at random under load lose nothing that was acknowledged', {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const place = await temporaryPlace();
  const load = await startLoad([place, place, place]);
  for (let kill = 0; kill < kills; kill++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
    await load.replace(Math.floor(Math.random() * 3));
  }
  const outcome = await load.settle();
  await expectWhole(`${kills} kills`, load, outcome);
  // Those that come after the last kill wait for one takeover; others may wait for the next one, too.
  if (kills <= 5) expect(outcome.longestMs).toBeLessThan(takenOverMs * 2);
});
