import { toIso } from '#base/clock.ts';
import type { Company } from '#contract/company.ts';
import type { DeskContext } from '#desk/store/context.ts';

/**
 * Companies that a run creates carry the tag `migrationDesk`: which desk, and since when. Two desks with one list would
 * each create what the other has not created yet; so the second one sees the first before it starts.
 */
export const deskTag = 'migrationDesk';

/** Names this data folder, and tells nothing of its key. A new key makes another desk of it. */
export const deskIdOf = ({ fingerprint }: Pick<DeskContext, 'fingerprint'>): string =>
  fingerprint('desk of token migrations').slice(0, 12);

/** @param startedAt of the run, ms UTC */
export const markerOf = (deskId: string, startedAt: number): string => `${deskId} ${toIso(startedAt)}`;

/** Of a marker of ours. */
export const deskOfMarker = (marker: string): string => marker.slice(0, marker.indexOf(' '));

/** What others wrote is shown, so it is kept short and plain. */
export const readMarker = ({ tags }: Pick<Company, 'tags'>): { desk: string; since: string } | undefined => {
  const [, desk, since] = /^([\w.-]{1,40}) (\d{4}-[\dT:.-]{1,20}Z)$/.exec(tags?.[deskTag] ?? '') ?? [];
  return desk === undefined || since === undefined ? undefined : { desk, since };
};
