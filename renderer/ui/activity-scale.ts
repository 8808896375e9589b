/** The next round number: 1, 2, 4 or 6 times a power of ten, even ones alone, as half of it is a grid line too. */
export const roundedUp = (value: number): number => {
  if (value <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = ([1, 2, 4, 6, 10] as const).find((one) => one * power >= value) ?? 10;
  const rounded = step * power;
  return rounded % 2 === 0 ? rounded : rounded * 2;
};

interface Scale {
  /** px from the top, of a value; below the axis for what is negative. */
  readonly y: (value: number) => number;
  /** Three, zero among them. */
  readonly lines: readonly number[];
}

/** A scale for bars above and below one axis, the same for both. @param height px */
export const scaleOf = (highest: number, lowest: number, height: number): Scale => {
  const top = highest === 0 && lowest > 0 ? 0 : roundedUp(highest);
  const bottom = top === 0 ? roundedUp(lowest) : lowest === 0 ? 0 : Math.max(lowest, top * 0.08);
  const y = (value: number): number => ((top - value) / (top + bottom)) * height;
  return { y, lines: top === 0 ? [0, -bottom / 2, -bottom] : [top, top / 2, 0] };
};
