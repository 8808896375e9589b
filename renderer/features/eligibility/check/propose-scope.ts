import type { CheckInput } from './check-input.ts';

/** Suffixes of copies of a code base: a branch, version, commit, date or number. */
const addition = /(?: *\(\d+\)|[-_. ]+(?:copy|main|master|develop|trunk|head|latest|v?\d+|[0-9a-f]{7,40}))$/i;

const bare = (name: string): string => {
  const shorter = name.replace(addition, '');
  return shorter === name || shorter === '' ? name.toLowerCase() : bare(shorter);
};

/**
 * Gives source code the known name of its code base, where its name suggests another copy. One that may be
 * another code base keeps its own name, because evidence of the same name replaces the earlier one.
 * @param scopes names that the case knows
 */
export const proposeScopes = (items: readonly CheckInput[], scopes: readonly string[]): CheckInput[] =>
  items.map((item) => {
    if (item.kind !== 'source' || scopes.includes(item.scope)) return item;
    const alike = scopes.filter((scope) => bare(scope) === bare(item.scope));
    return alike.length === 1 && alike[0] !== undefined ? { ...item, scope: alike[0] } : item;
  });
