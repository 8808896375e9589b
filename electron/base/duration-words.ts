const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

const yearMs = 365.25 * 86_400_000;

/**
 * Milliseconds as a person reads them, such as `3 h 20 min`, `4.5 s` or `850 ms`. Days only from two on, as schedules
 * count in hours; from two years on `71 years`. The same everywhere: no locale.
 * @param most how many units at most, from the largest on; what is smaller is cut off
 */
export const formatDuration = (ms: number, most = 2): string => {
  const whole = Math.round(ms);
  if (whole < 1000) return whole === 0 ? '0 s' : `${whole} ms`;
  if (whole < 10_000) return `${Math.round(whole / 100) / 10} s`;
  if (whole >= 2 * yearMs) return `${Math.round(whole / yearMs)} years`;
  let rest = Math.round(whole / 1000) * 1000;
  const fitting = units.filter(([name, size]) => rest >= (name === 'd' ? 2 * size : size));
  return fitting
    .slice(0, most)
    .flatMap(([name, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count === 0 ? [] : [`${count} ${name}`];
    })
    .join(' ');
};
