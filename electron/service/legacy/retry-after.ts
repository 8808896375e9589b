/** The three forms of an HTTP date (RFC 9110, 5.6.7); `Date.parse` alone would take almost any words for a date. */
const preferredDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * What a `Retry-After` asks for (RFC 9110, 10.2.3): whole seconds, or an HTTP date.
 * @param systemNow the system's time, ms UTC, as the consumer that names a date speaks of real time
 * @returns the wait in ms, 0 for a date that has passed; undefined for what is neither
 */
export const retryAfterMs = (text: string, systemNow: number): number | undefined => {
  const value = text.trim();
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const instantMs = parseHttpDate(value);
  return instantMs === undefined ? undefined : Math.max(0, instantMs - systemNow);
};

const parseHttpDate = (value: string): number | undefined => {
  // The oldest form names no zone and means UTC.
  const dated = asctimeDate.test(value) ? `${value} GMT` : value;
  if (dated === value && !preferredDate.test(value) && !rfc850Date.test(value)) return undefined;
  const instantMs = Date.parse(dated);
  return Number.isNaN(instantMs) ? undefined : instantMs;
};
