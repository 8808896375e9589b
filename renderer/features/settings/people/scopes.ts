import type { Grant } from '#contract/people.ts';
import { localTargetId } from '#contract/target.ts';
import { useCasesById, useTargets } from '#renderer/lib/lists.ts';

/** Where a role or a token counts, in words, such as "Target production". */
export const useScopeNames = (scopes: readonly string[]): ((scope: string) => string) => {
  const caseIds = idsOf(scopes, 'case');
  const targets = useTargets(idsOf(scopes, 'target').length > 0).data?.results ?? [];
  const cases = useCasesById(caseIds, caseIds.length > 0).data?.results ?? [];
  return (scope) => {
    const { kind, id } = partsOf(scope);
    if (kind === 'desk') return 'Everywhere';
    if (kind === 'case') return `Case ${cases.find((one) => one.id === id)?.name ?? id}`;
    if (id === localTargetId) return 'Local service';
    return `Target ${targets.find((one) => one.id === id)?.name ?? id}`;
  };
};

export const partsOf = (scope: string): { readonly kind: string; readonly id: string } => {
  const at = scope.indexOf(':');
  return at < 0 ? { kind: scope, id: '' } : { kind: scope.slice(0, at), id: scope.slice(at + 1) };
};

const idsOf = (scopes: readonly string[], wanted: string): string[] =>
  [...new Set(scopes.map(partsOf).flatMap(({ kind, id }) => (kind === wanted ? [id] : [])))].sort();

const order = ['desk', 'target', 'case'];

/** By place, those of the desk first; roles of one place stand together. */
export const byScope = (grants: readonly Grant[]): readonly (readonly [scope: string, grants: Grant[]])[] => {
  const places = new Map<string, Grant[]>();
  for (const grant of grants) places.set(grant.scope, [...(places.get(grant.scope) ?? []), grant]);
  const rank = (scope: string): number => order.indexOf(partsOf(scope).kind);
  return [...places].sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b));
};

export const hasGrant = (grants: readonly Grant[], { role, scope }: Grant): boolean =>
  grants.some((one) => one.role === role && one.scope === scope);

export const withoutGrant = (grants: readonly Grant[], { role, scope }: Grant): readonly Grant[] =>
  grants.filter((one) => one.role !== role || one.scope !== scope);
