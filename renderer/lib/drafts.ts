/** What a person is writing, kept for this window until it is sent. Never secrets. */

const prefix = 'carryover-draft:';

export const readDraft = <T>(name: string): T | undefined => {
  const text = sessionStorage.getItem(prefix + name);
  return text === null ? undefined : (JSON.parse(text) as T);
};

export const writeDraft = (name: string, value: unknown): void => {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // The storage is full: the draft lasts as long as the screen is open.
  }
};

/** What comes after `beginning` in the names of drafts that there are. */
export const draftsBelow = (beginning: string): readonly string[] =>
  Object.keys(sessionStorage)
    .filter((name) => name.startsWith(prefix + beginning))
    .map((name) => name.slice(prefix.length + beginning.length));

export const forgetDraft = (name: string): void => sessionStorage.removeItem(prefix + name);
