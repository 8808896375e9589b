import { acceptedCount } from './accepted-checks.ts';
import { clientIdCount, validCount } from './baseline.ts';
import { reuseCount } from './connection-reuse.ts';
import type { Subject } from './doctor.ts';
import { authorization, clientIdHeader, headerValue } from './examination.ts';
import { type DoctorLimits, loadCount } from './limits.ts';
import { refusedChecks } from './refused-checks.ts';

/** The valid event that comes after what is to be refused. */
const controlCount = 1;

/** The most requests that a test may send. */
export const announcedRequests = (
  { key, headers, load }: Pick<Subject, 'key' | 'headers' | 'load'>,
  limits: DoctorLimits,
): number => {
  const refused = refusedChecks
    .filter(({ id }) => id !== 'auth-required' || headerValue(headers, authorization) !== undefined)
    .filter(({ needsSecret }) => key !== undefined || !needsSecret)
    .reduce((sum, { count }) => sum + count, 0);
  const always = validCount + reuseCount + refused;
  if (key === undefined) return always;
  const clientId = headerValue(headers, clientIdHeader) === undefined ? 0 : clientIdCount;
  return always + acceptedCount + clientId + controlCount + (load ? loadCount(limits) : 0);
};
