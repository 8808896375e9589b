import type { Integrity } from '#contract/verification.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** What showed of the desk database by itself, and its last verification. */
export const useIntegrity = () => useApiQuery<Integrity>(keys.integrity, '/api/verification');
