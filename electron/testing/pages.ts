import type { KeyedPage } from '#contract/common.ts';
import type { ConsumerRequest } from '#contract/consumers.ts';
import type { ControlClient } from './control-client.ts';

const pageSize = 500;

/** A whole list, oldest first. @param filter what is undefined is not asked for */
export const allPages = async <T>(
  call: ControlClient['call'],
  path: string,
  filter: Readonly<Record<string, string | number | boolean | undefined>>,
): Promise<T[]> => {
  const query = new URLSearchParams({ limit: String(pageSize) });
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query.set(name, String(value));
  }
  const all: T[] = [];
  for (;;) {
    const { results, cursor } = await call<KeyedPage<T>>('GET', `${path}?${query}`);
    all.push(...results);
    if (cursor === undefined) return all.reverse();
    query.set('cursor', cursor);
  }
};

/** Everything that consumers received, oldest first. @param path of all of them, or of one */
export const allReceived = async (call: ControlClient['call'], path: string): Promise<ConsumerRequest[]> => {
  const all: ConsumerRequest[] = [];
  for (;;) {
    const after = all.at(-1)?.number ?? 0;
    const { results } = await call<{ results: ConsumerRequest[] }>('GET', `${path}?after=${after}`);
    if (results.length === 0) return all;
    all.push(...results);
  }
};
