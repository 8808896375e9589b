import { expect, test } from 'vitest';
import { temporaryPlace } from '#test/support/postgres/shared.ts';
import { endpoints, type Load, type Outcome, startLoad } from './load.ts';

/** As many as a run of all tests has time for; the rest by CARRYOVER_KILLS=100. */
const kills = Number(process.env.CARRYOVER_KILLS ?? 6);

/** Nothing that was acknowledged is lost, and what was repeated is in the log. */
const expectNothingLost = async ({ query }: Load, { acknowledged, received }: Outcome): Promise<void> => {
  const lost = acknowledged.filter((name) => (received.get(name) ?? 0) < endpoints);
  expect(lost).toEqual([]);
  const [counts] = await query<Record<'deliveries' | 'succeeded' | 'messages' | 'twice' | 'gaps', string>>(`
    select (select count(*) from $schema.deliveries) as deliveries,
      (select count(*) from $schema.deliveries where status = 'Success') as succeeded,
      (select count(*) from $schema.messages) as messages,
      (select count(*) from (select 1 from $schema.attempts where error is distinct from 'Interrupted'
        group by delivery_seq, number having count(*) > 1) as twice) as twice,
      (select count(*) from (select delivery_seq from $schema.attempts group by delivery_seq
        having max(number) <> count(distinct number)) as gaps) as gaps`);
  expect(counts).toMatchObject({ deliveries: counts?.succeeded, twice: '0', gaps: '0' });
  expect(Number(counts?.deliveries)).toBe(Number(counts?.messages) * endpoints);
};

test('processes that are killed at random under load lose nothing that was acknowledged', {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const load = await startLoad(await temporaryPlace(), 3);
  for (let kill = 0; kill < kills; kill++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
    await load.replace(Math.floor(Math.random() * 3));
  }
  const outcome = await load.settle();
  await expectNothingLost(load, outcome);
  const repeats = [...outcome.received.values()].reduce(
    (sum, count) => sum + Math.max(0, count - endpoints),
    0,
  );
  console.log(
    `${kills} kills: ${outcome.acknowledged.length} acknowledged, ${outcome.failedCalls} calls failed, ${repeats} repeats, longest wait ${(outcome.longestMs / 1000).toFixed(1)} s`,
  );
});
