import { shown } from './shown-text.ts';
import { withoutKeys } from './without-keys.ts';

/**
 * Redacts possible secrets in logs, as evidence is kept, exported and shown: rather one word too many than a key. Lines
 * of code come without secrets from the detector.
 */

const hidden = '••••';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const pathLimit = 500;

/** A path of a request, segment by segment. */
export const redactPath = (path: string): string =>
  shown(path, pathLimit).split('/').map(redactSegment).join('/');

const redactSegment = (segment: string): string => {
  if (uuid.test(segment)) return segment;
  const long = segment.length >= 16 && /\d/.test(segment) && /[a-z]/i.test(segment);
  return long ? hidden : withoutKeys(segment);
};

/** The text of a user agent, clipped. */
export const redactAgent = (agent: string): string => withoutKeys(shown(agent, 200));
