import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { type Preferences, preferences } from './preferences.ts';

dayjs.extend(utc);

type Zone = Preferences['timeZone'];

/** Between UTC instants and the values of date pickers, which are times in the reader's zone without naming it. */

const chosen = (): Zone => preferences.getState().timeZone;

/** @param at UTC, ISO 8601 @returns `2026-11-21 17:00:00` */
export const pickedOf = (at: string, zone = chosen()): string =>
  (zone === 'utc' ? dayjs.utc(at) : dayjs(at)).format('YYYY-MM-DD HH:mm:ss');

/** @param picked as a picker gives it @returns UTC, ISO 8601 */
export const utcOf = (picked: string, zone = chosen()): string =>
  (zone === 'utc' ? dayjs.utc(picked) : dayjs(picked)).toISOString();
