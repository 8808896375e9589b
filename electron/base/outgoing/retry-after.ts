/**
 * What a `Retry-After` asks for, in ms from now; undefined if it is not one. Source: RFC 9110, section 10.2.3.
 * @param date the answer's own `Date`, which an HTTP date is measured by, as clocks differ
 * @param nowMs for an answer without one
 */
export const retryAfterMs = (
  value: string | undefined,
  date: string | undefined,
  nowMs: number,
): number | undefined => {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  // An HTTP date begins with the name of a day; whatever else Date.parse takes is none.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  const sent = Date.parse(date ?? '');
  return Math.max(0, until - (Number.isNaN(sent) ? nowMs : sent));
};
