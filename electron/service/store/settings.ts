import type { Settings } from '#contract/sandbox.ts';
import type { Fact } from './facts.ts';

/** What a person may set of the sandbox. Source: `docs/reference/rules/api.md#local-additions`. */
export const settingsFact: Fact<Settings> = {
  name: 'settings',
  fallback: { rateLimit: false, retention: { messageDays: 30, requests: 100_000 } },
};
