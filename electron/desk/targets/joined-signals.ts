/** Two signals as one that is aborted with either: a run gives all its calls the same ones, so each pair is made once. */
export const createJoinedSignals = (): ((one: AbortSignal, other: AbortSignal) => AbortSignal) => {
  const joined = new WeakMap<AbortSignal, WeakMap<AbortSignal, AbortSignal>>();
  return (one, other) => {
    let ofOne = joined.get(one);
    if (ofOne === undefined) {
      ofOne = new WeakMap();
      joined.set(one, ofOne);
    }
    let both = ofOne.get(other);
    if (both === undefined) {
      both = AbortSignal.any([one, other]);
      ofOne.set(other, both);
    }
    return both;
  };
};
