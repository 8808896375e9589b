const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const tickSteps = [
  ...[1, 5, 15, 30].map((n) => n * second),
  ...[1, 5, 15, 30].map((n) => n * minute),
  ...[1, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 30, 90, 180, 365].map((n) => n * day),
];
const mostTicks = 8;

/**
 * Round instants within a span, ms UTC, few enough to be read.
 * @param offsetMs of the reader's time zone, so that they are round there
 * @param most how many there are at most
 */
export const ticksOf = (from: number, until: number, offsetMs: number, most = mostTicks): number[] => {
  const longest = 365 * day;
  const step =
    tickSteps.find((one) => (until - from) / one <= most) ??
    Math.ceil((until - from) / longest / most) * longest;
  const ticks: number[] = [];
  for (let at = Math.ceil((from + offsetMs) / step) * step - offsetMs; at < until; at += step) ticks.push(at);
  return ticks;
};
