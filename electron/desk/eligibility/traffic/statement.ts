import { toIso } from '#base/clock.ts';
import type { RowStatement } from '#contract/eligibility.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import { counted, plural } from '#desk/eligibility/reading/words.ts';
import type { Tally } from './tally.ts';

const dayMs = 86_400_000;
const windowDays = 7;
/** More unread lines than this among all are a reason to say nothing. */
const unreadShare = 0.01;

/**
 * What the logs say of the alerts endpoints. `absent` needs a window of seven days or more that holds other calls of
 * this API. Source: `domain.md` section 7. Nothing is concluded about `Retry-After`.
 */
export const trafficStatement = (tally: Tally, skips: Skips): RowStatement => {
  const { alertsCalls, otherCalls, entries } = tally;
  const window = windowOf(tally);
  const zone = tally.zoneless > 0 ? ' Times without a zone were taken as UTC.' : '';
  const read = `${plural(entries, 'log entry', 'log entries')}${window} ${entries === 1 ? 'was' : 'were'} read, with ${plural(otherCalls, 'other call')} of this API`;
  const row = 'alerts-endpoints';
  if (alertsCalls > 0) {
    const because = `${read} and ${plural(alertsCalls, 'call')} of the alerts endpoints.${zone}`;
    return { row, says: 'present', because };
  }
  const lacking = whatIsLacking(tally, skips);
  const unread = tally.unread > 0 ? ` ${plural(tally.unread, 'line')} could not be read.` : '';
  const gaps = gapsOf(tally);
  if (lacking.length === 0) {
    return {
      row,
      says: 'absent',
      because: `${read} and none of the alerts endpoints.${unread}${gaps}${zone}`,
    };
  }
  const because = `${read} and none of the alerts endpoints, but that does not show that there are none: ${lacking.join('; ')}.${unread}${zone}`;
  return { row, says: 'nothing-seen', because };
};

const windowOf = ({ fromMs, toMs }: Tally): string => {
  if (fromMs > toMs) return '';
  return fromMs === toMs ? ` of ${toIso(fromMs)}` : ` from ${toIso(fromMs)} to ${toIso(toMs)}`;
};

const whatIsLacking = (tally: Tally, skips: Skips): string[] => {
  const lacking: string[] = [];
  const days = (tally.toMs - tally.fromMs) / dayMs;
  if (!(days >= windowDays)) {
    const covered = days >= 0 ? `${Math.floor(days * 10) / 10} days` : 'no time at all';
    lacking.push(`the logs cover ${covered}, and ${windowDays} days are needed`);
  }
  if (tally.otherCalls === 0) {
    lacking.push('there is no other call of this API in them, so they may be logs of something else');
  } else if (tally.certainCalls === 0) {
    lacking.push('the other calls may be of another API: name the host that this API has in the log');
  }
  if (tally.unread > (tally.entries + tally.unread) * unreadShare)
    lacking.push('too many lines could not be read');
  if (tally.suspicious > 0) {
    lacking.push(
      `${plural(tally.suspicious, 'line')} without a request that could be read may be such a call`,
    );
  }
  if (skips.blocking > 0) lacking.push(`a part could not be read: ${skips.words()}`);
  if (tally.elsewhere.size > 0) {
    const hosts = [...tally.elsewhere].map(([host, count]) => `${counted(count)} to ${host}`);
    lacking.push(`calls of that form went to other hosts (${hosts.join(', ')}), which may be this API's too`);
  }
  return lacking;
};

/** Days between the first and the last on which nothing was logged: the logs may not be all there. */
const gapsOf = ({ days, fromMs, toMs }: Tally): string => {
  const all = Math.floor(toMs / dayMs) - Math.floor(fromMs / dayMs) + 1;
  return days.size < all ? ` On ${plural(all - days.size, 'day')} of ${all} nothing was logged.` : '';
};
