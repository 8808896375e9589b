import type { IdentityView } from '#contract/identity.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** The keys of this data folder, and those it knows. */
export const useIdentity = () => useApiQuery<IdentityView>(keys.identity, '/api/identity');
