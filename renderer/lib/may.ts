import type { Grant, Role } from '#contract/people.ts';
import { localTargetId } from '#contract/target.ts';

/** What an action is about. `any`: what the person may change somewhere, such as a new case. */
export type Place =
  | { readonly kind: 'desk' }
  | { readonly kind: 'any' }
  | { readonly kind: 'target'; readonly id: string }
  | { readonly kind: 'case'; readonly id: string; readonly targetId: string };

export const onDesk: Place = { kind: 'desk' };
export const anywhere: Place = { kind: 'any' };
export const onLocal: Place = { kind: 'target', id: localTargetId };

interface Who {
  readonly grants: readonly Grant[];
  readonly readsOnly: boolean;
}

/** As the desk decides it, which has the last word. Source: `docs/reference/rules/people.md`. */
export const mayDo = ({ grants, readsOnly }: Who, role: Role, place: Place): boolean =>
  !(readsOnly && role !== 'viewer') &&
  grants.some((grant) => (role === 'viewer' || grant.role === role) && covers(grant.scope, place));

const covers = (scope: string, place: Place): boolean => {
  if (scope === 'desk' || place.kind === 'any') return true;
  if (place.kind === 'target') return scope === `target:${place.id}`;
  if (place.kind === 'case') return scope === `case:${place.id}` || scope === `target:${place.targetId}`;
  return false;
};

/** Why the person may not; undefined: may. */
export const missingRole = (who: Who | undefined, role: Role, place: Place): string | undefined => {
  if (who === undefined || mayDo(who, role, place)) return undefined;
  if (who.readsOnly) return 'You are signed in by an access token for reading only.';
  return `Needs the role ${role} ${whereOf(place)}.`;
};

const whereOf = (place: Place): string => {
  if (place.kind === 'desk') return 'on the desk';
  if (place.kind === 'any') return 'on the desk, a target or a case';
  if (place.kind === 'case') return 'on this case';
  return place.id === localTargetId ? 'for the local service' : 'on this target';
};
