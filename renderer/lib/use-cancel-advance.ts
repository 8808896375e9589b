import type { ClockView } from '#contract/clock.ts';
import { api, hasErrorCode } from './api.ts';
import { useApiMutation } from './api-queries.ts';
import { keys } from './keys.ts';

/** `clock.notAdvancing`: it ended by itself meanwhile. */
const hasEnded = 40916;

/** Ends once the clock stands, between two pieces of work. */
export const useCancelAdvance = () =>
  useApiMutation(
    () =>
      api.post<ClockView>('/api/clock/advance/cancel').catch((error: unknown) => {
        if (hasErrorCode(error, hasEnded)) return undefined;
        throw error;
      }),
    { rereads: [keys.clock.all] },
  );
