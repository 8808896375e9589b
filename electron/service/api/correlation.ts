import { hash } from 'node:crypto';

/**
 * Correlation ids: 32 hex digits, unique over all starts of a sandbox, without a hash for each request.
 * They take nothing from the sandbox's own ids, so that reading more often changes no id of anything made later.
 */
export const correlationIds = (seed: number, generation: number): (() => string) => {
  const prefix = hash('sha256', `correlation:${seed}:${generation}`, 'hex').slice(0, 20);
  let count = 0;
  return () => prefix + (++count).toString(16).padStart(12, '0');
};
