import type { Given } from './given.ts';

/** What a copy of the same code base is often called after: a branch, a version, a commit, a date, a number. */
const addition = /(?: *\(\d+\)|[-_. ]+(?:copy|main|master|develop|trunk|head|latest|v?\d+|[0-9a-f]{7,40}))$/i;

const bare = (name: string): string => {
  const shorter = name.replace(addition, '');
  return shorter === name || shorter === '' ? name.toLowerCase() : bare(shorter);
};

/**
 * Gives source code the known name of its code base, where its own name says that it is another copy. One that may be
 * another code base keeps its own, as evidence of the same name replaces what was read before.
 * @param scopes names that the case knows
 */
export const proposeScopes = (items: readonly Given[], scopes: readonly string[]): Given[] =>
  items.map((item) => {
    if (item.kind !== 'source' || scopes.includes(item.scope)) return item;
    const alike = scopes.filter((scope) => bare(scope) === bare(item.scope));
    return alike.length === 1 && alike[0] !== undefined ? { ...item, scope: alike[0] } : item;
  });
