import type { Settings } from '#contract/sandbox.ts';
import type { Fact } from './facts.ts';

/** What a person may set of the sandbox. Source: issue "the local service", part 6, `/api/settings`. */
export const settingsFact: Fact<Settings> = {
  name: 'settings',
  fallback: { rateLimit: false, retention: { messageDays: 30, requests: 100_000 } },
};
