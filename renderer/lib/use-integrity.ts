import type { Integrity } from '#contract/verification.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** What showed of the desk database by itself, and its last verification. */
export const integrityQuery = [keys.integrity, '/api/verification'] as const;

export const useIntegrity = () => useApiQuery<Integrity>(...integrityQuery);
