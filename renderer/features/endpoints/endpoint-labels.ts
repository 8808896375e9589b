import type { EndpointDetail } from '#contract/endpoint.ts';
import { disableAfterMs } from '#contract/schedule.ts';

type Tone = 'good' | 'bad' | 'attention' | 'neutral';

/** Health of an endpoint. */
export const healthOf = ({ disabled, health }: EndpointDetail): { tone: Tone; label: string } => {
  if (disabled) return { tone: health.disabledByService ? 'attention' : 'neutral', label: 'Disabled' };
  if (health.firstFailureAt !== undefined) return { tone: 'bad', label: 'Failing' };
  if (health.lastAttemptAt === undefined) return { tone: 'neutral', label: 'No attempts' };
  return { tone: 'good', label: 'Healthy' };
};

/** From when on one more failure disables the endpoint, UTC. */
export const disabledFrom = (firstFailureAt: string): string =>
  new Date(Date.parse(firstFailureAt) + disableAfterMs).toISOString();

/** Most of the hundred event types are about writes, which few consumers need. */
export const isWrite = (type: string): boolean => type.includes('.write.');

const groups: readonly (readonly [string, RegExp])[] = [
  ['Companies', /^company\./],
  ['Connections', /^connection\./],
  ['Reads', /^read\./],
  ['Expenses', /^expenses\./],
  ['Client quota', /^client\./],
];

/** Event types by subject. */
export const groupedEventTypes = (types: readonly string[]): { group: string; items: string[] }[] =>
  [
    ...groups.map(([group, form]) => ({
      group,
      items: types.filter((type) => form.test(type) && !isWrite(type)),
    })),
    { group: 'Writes', items: types.filter(isWrite) },
  ].filter(({ items }) => items.length > 0);
