import type { EndpointDetail } from '#contract/endpoint.ts';
import { disableAfterMs } from '#contract/schedule.ts';

type Tone = 'good' | 'bad' | 'attention' | 'neutral';

/** How an endpoint is doing, in a word or two. */
export const healthOf = ({ disabled, health }: EndpointDetail): { tone: Tone; words: string } => {
  if (disabled) return { tone: 'attention', words: 'Disabled' };
  if (health.firstFailureAt !== undefined) return { tone: 'bad', words: 'Failing' };
  if (health.lastAttemptAt === undefined) return { tone: 'neutral', words: 'Not tried' };
  return { tone: 'good', words: 'Working' };
};

/** When failures will have lasted so long that one more disables the endpoint, UTC. */
export const disabledFrom = (firstFailureAt: string): string =>
  new Date(Date.parse(firstFailureAt) + disableAfterMs).toISOString();

/** Of the hundred event types most are about writes, which few consumers are after. */
export const isWrite = (type: string): boolean => type.includes('.write.');

const groups: readonly (readonly [string, RegExp])[] = [
  ['Companies', /^company\./],
  ['Connections', /^connection\./],
  ['Reads', /^read\./],
  ['Expenses', /^expenses\./],
  ['Quota of the client', /^client\./],
];

/** Event types as they are chosen from, by what they are about. */
export const groupedEventTypes = (types: readonly string[]): { group: string; items: string[] }[] =>
  [
    ...groups.map(([group, form]) => ({
      group,
      items: types.filter((type) => form.test(type) && !isWrite(type)),
    })),
    { group: 'Writes', items: types.filter(isWrite) },
  ].filter(({ items }) => items.length > 0);
