import { useState } from 'react';

const prefix = 'carryover-draft:';

/**
 * What a person is writing, kept for this window until it is sent: it survives a restart of the host, a reload and a look
 * at another screen. Never for secrets.
 * @param name unique, such as `case:<id>:note`; give the component a `key` where it changes
 * @returns the value, its setter, and what forgets it
 */
export const useDraft = <T>(name: string, initial: T): [T, (value: T) => void, () => void] => {
  const [value, setValue] = useState<T>(() => read(name) ?? initial);
  const set = (next: T): void => {
    setValue(next);
    try {
      sessionStorage.setItem(prefix + name, JSON.stringify(next));
    } catch {
      // The storage is full: it is kept for as long as the screen is open.
    }
  };
  const forget = (): void => {
    sessionStorage.removeItem(prefix + name);
    setValue(initial);
  };
  return [value, set, forget];
};

/** Forgets a draft that was sent, from outside of the component that holds it. */
export const forgetDraft = (name: string): void => sessionStorage.removeItem(prefix + name);

const read = <T>(name: string): T | undefined => {
  const text = sessionStorage.getItem(prefix + name);
  return text === null ? undefined : (JSON.parse(text) as T);
};
