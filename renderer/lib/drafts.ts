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

/** Whose drafts these are: they wait for that person in this window, and are no business of whoever signs in next. */
const ownerName = 'carryover-drafts-of';

export const claimDrafts = (personId: string): void => {
  const owner = sessionStorage.getItem(ownerName);
  if (owner !== null && owner !== personId) {
    for (const name of draftsBelow('')) forgetDraft(name);
  }
  sessionStorage.setItem(ownerName, personId);
};

export const forgetDraft = (name: string): void => sessionStorage.removeItem(prefix + name);
