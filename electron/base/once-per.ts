/** Calls a function once for each object, and keeps the result as long as the object lives. */
export const oncePer = <Key extends object, Value>(work: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const entry = known.get(key) ?? { value: work(key) };
    known.set(key, entry);
    return entry.value;
  };
};
