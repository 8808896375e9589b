import type { Grant, Role } from '#contract/people.ts';
import { localTargetId } from '#contract/target.ts';
import { everything, type Sight } from '#desk/core/sight.ts';

/** What a request is about. The local service is a target, and its cases are of it. */
export type Place =
  | { readonly kind: 'desk' }
  | { readonly kind: 'target'; readonly id: string }
  | { readonly kind: 'case'; readonly id: string; readonly targetId: string };

export const onDesk: Place = { kind: 'desk' };
export const onLocal: Place = { kind: 'target', id: localTargetId };

/** What a caller may do: roles by scope, all of them within the scope of the token that was shown. */
export interface Rights {
  readonly grants: readonly Grant[];
  /** `desk` where nothing narrows them. */
  readonly within: string;
  /** As a viewer only. */
  readonly readsOnly: boolean;
}

/** Whether a scope covers a place: the desk covers all, a target its cases. */
const covers = (scope: string, place: Place): boolean => {
  if (scope === 'desk') return true;
  if (place.kind === 'target') return scope === `target:${place.id}`;
  if (place.kind === 'case') return scope === `case:${place.id}` || scope === `target:${place.targetId}`;
  return false;
};

/** Whoever may do anything at a place may see it. */
export const mayDo = ({ grants, within, readsOnly }: Rights, role: Role, place: Place): boolean => {
  if (!covers(within, place) || (readsOnly && role !== 'viewer')) return false;
  return grants.some((grant) => (role === 'viewer' || grant.role === role) && covers(grant.scope, place));
};

/** Whether there is any place at which the caller has the role. */
export const mayDoSomewhere = ({ grants, readsOnly }: Rights, role: Role): boolean =>
  !(readsOnly && role !== 'viewer') && grants.some((grant) => role === 'viewer' || grant.role === role);

/** What may be listed. */
export const sightOf = ({ grants, within }: Rights): Sight => {
  const scopes = narrowed(
    grants.map(({ scope }) => scope),
    within,
  );
  if (scopes.includes('desk')) return everything;
  return { targets: idsIn(scopes, 'target:'), cases: idsIn(scopes, 'case:') };
};

/**
 * The scopes that are left within another one. Whether a case is of a target is not known here: such a pair is left out,
 * so that less is listed than may be opened.
 */
const narrowed = (scopes: readonly string[], within: string): string[] => {
  if (within === 'desk') return [...scopes];
  return scopes.some((scope) => scope === 'desk' || scope === within) ? [within] : [];
};

const idsIn = (scopes: readonly string[], prefix: string): string[] => [
  ...new Set(scopes.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length))),
];
