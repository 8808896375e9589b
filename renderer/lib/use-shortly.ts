import { useEffect, useState } from 'react';

/** Something revealed is hidden again after this, ms. */
const shownMs = 60_000;

/** A secret that was asked for: in this component alone, and for a minute. */
export const useShortly = <T>(): [T | undefined, (value: T | undefined) => void] => {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    if (value === undefined) return;
    const timer = setTimeout(() => setValue(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [value]);
  return [value, setValue];
};
