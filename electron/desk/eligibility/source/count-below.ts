/** How many of the rising keys are below a limit: the index of the first one at it or above. */
export const countBelow = <T = number>(
  items: readonly T[],
  limit: number,
  keyOf: (item: T) => number = (item) => item as number,
): number => {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(items[middle] as T) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
};
