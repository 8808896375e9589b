/** Two signals as one that is aborted with either: a run gives all its calls the same ones, so each pair is made once. */
export const createJoinedSignals = (): ((one: AbortSignal, other: AbortSignal) => AbortSignal) => {
  const joined = new WeakMap<AbortSignal, WeakMap<AbortSignal, AbortSignal>>();
  return (one, other) => {
    const ofOne = joined.get(one) ?? new WeakMap<AbortSignal, AbortSignal>();
    joined.set(one, ofOne);
    const both = ofOne.get(other) ?? AbortSignal.any([one, other]);
    ofOne.set(other, both);
    return both;
  };
};
