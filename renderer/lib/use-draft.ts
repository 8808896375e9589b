import { useState } from 'react';
import { forgetDraft, readDraft, writeDraft } from './drafts.ts';

/**
 * One value that a person is writing, kept for this window until it is sent: it survives a restart of the host, a reload
 * and a visit to another screen. A form has `useDraftForm`.
 * @param name unique, such as `case:<id>:note`; give the component a `key` where it changes
 * @returns the value, its setter, and what forgets it
 */
export const useDraft = <T>(name: string, initial: T): [T, (value: T) => void, () => void] => {
  const [value, setValue] = useState<T>(() => readDraft(name) ?? initial);
  const set = (next: T): void => {
    setValue(next);
    writeDraft(name, next);
  };
  const forget = (): void => {
    forgetDraft(name);
    setValue(initial);
  };
  return [value, set, forget];
};
