import dayjs from 'dayjs';

/** Instants, and what the pickers of dates take: local time of this machine, without a zone. */

/** @param utc ISO 8601 @returns `2026-11-21 17:00:00` */
export const localOf = (utc: string): string => dayjs(utc).format('YYYY-MM-DD HH:mm:ss');

/** @param local as a picker gives it @returns UTC, ISO 8601 */
export const utcOf = (local: string): string => dayjs(local).toISOString();
