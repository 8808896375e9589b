import { kitClocks } from '#contract/control.ts';
import type { StartOptions } from './types.ts';

/** In JavaScript nothing else looks at them. @throws Error in words */
export const checkStartOptions = ({ clock, seed, snapshot, data }: StartOptions): void => {
  if (clock !== undefined && !kitClocks.includes(clock)) {
    throw new Error(`clock must be one of: ${kitClocks.join(', ')}. Nothing was started.`);
  }
  if (seed !== undefined && !(Number.isSafeInteger(seed) && seed >= 0)) {
    throw new Error('seed must be a whole number from 0 on. Nothing was started.');
  }
  // It would be taken for the folder that the service works on.
  if (data !== undefined && snapshot === undefined) {
    throw new Error(
      'data only says where the state of snapshot is. Nothing was started. Give snapshot too, or leave data out. To keep a service between runs, use `carryover serve --data`.',
    );
  }
};
