import type { Finding } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';

/** In one line: `file:line`, `GET /path`, or the text of the resource. */
export const findingPlace = ({ place }: Pick<Finding, 'place'>): string => {
  if (place.kind === 'source') return `${place.file}:${place.line}`;
  if (place.kind === 'request') return `${place.method} ${place.path}`;
  return place.text;
};

/** The excerpt, or the number of calls. */
export const findingDetail = ({ place }: Pick<Finding, 'place'>): string => {
  if (place.kind === 'source') return place.excerpt.trim();
  if (place.kind === 'resource') return '';
  const by = place.caller === undefined ? '' : ` by ${place.caller}`;
  return `${formatCount(place.count, 'call')}${by}`;
};
