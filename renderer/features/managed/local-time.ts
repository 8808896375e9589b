import dayjs from 'dayjs';

/** Instants and the values of date pickers, which are local times without a zone. */

/** @param utc ISO 8601 @returns `2026-11-21 17:00:00` */
export const localOf = (utc: string): string => dayjs(utc).format('YYYY-MM-DD HH:mm:ss');

/** @param local of a picker @returns UTC, ISO 8601 */
export const utcOf = (local: string): string => dayjs(local).toISOString();
