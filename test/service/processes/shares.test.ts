import { expect, onTestFinished, test } from 'vitest';
import { createMembers, type Member } from '#test/support/members/members.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';

const names = 13;
/** What a process has is to be held by others after it was killed, ms. */
const takenOverMs = 15_000;

test('whoever is killed, stands still, leaves or joins: each name is worked on by one process, and shares are even', async () => {
  const place = { ...(await temporaryPlace()), connections: 2 };
  const members = await createMembers({ place, names, workMs: 60, everyMs: 60, works: true });
  onTestFinished(() => members.end());
  await members.start(8);
  await members.settled(15_000);

  const [first, second, third, fourth] = members.running() as [Member, Member, Member, Member];
  members.kill(first);
  members.kill(second);
  members.pause(third);
  await Promise.all([members.leave(fourth), members.start(2)]);
  await members.settled(takenOverMs);
  // It believes to have what others have by now.
  members.resume(third);
  await members.settled(takenOverMs);

  expect(members.violations).toEqual([]);
  expect(Math.max(...members.outages.map(({ ms }) => ms))).toBeLessThan(takenOverMs);
  const { length } = members.outages.filter(({ cause }) => cause === 'killed');
  expect(length).toBeGreaterThanOrEqual(2);
  // All that run have a part of the work, the one that stood still as well.
  const since = await members.query<{ now: string }>('select clock_timestamp()::text as now');
  const busy = (): Promise<{ pid: number }[]> =>
    members.query(
      `select distinct pid::int as pid from $schema.recorded where at > '${since[0]?.now}' order by 1`,
    );
  const running = members
    .running()
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);
  expect(running).toContain(third.pid);
  await expect
    .poll(async () => (await busy()).map(({ pid }) => pid), { timeout: takenOverMs })
    .toEqual(running);
});
