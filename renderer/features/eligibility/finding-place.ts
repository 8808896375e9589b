import type { Finding } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';

/** Where something was seen, in one line: `file:line`, `GET /path`, or what the resource says. */
export const findingPlace = ({ place }: Pick<Finding, 'place'>): string => {
  if (place.kind === 'source') return `${place.file}:${place.line}`;
  if (place.kind === 'request') return `${place.method} ${place.path}`;
  return place.text;
};

/** What was seen there. */
export const findingDetail = ({ place }: Pick<Finding, 'place'>): string => {
  if (place.kind === 'source') return place.excerpt.trim();
  if (place.kind === 'resource') return '';
  const by = place.caller === undefined ? '' : ` by ${place.caller}`;
  return `${formatCount(place.count, 'call')}${by}`;
};
