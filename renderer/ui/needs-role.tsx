import { createContext, type ReactNode, use } from 'react';
import type { Role } from '#contract/people.ts';
import type { Place } from '#renderer/lib/may.ts';
import { useMay } from '#renderer/lib/who.ts';

const Here = createContext<string | undefined>(undefined);

interface NeedsRoleProps {
  readonly needs: Role;
  readonly place: Place;
  readonly children: ReactNode;
}

/** Around what changes something: buttons of `ui` in it that do are blocked, and say why, where the role is missing. */
export const NeedsRole = ({ needs, place, children }: NeedsRoleProps) => (
  <Here value={useMay(needs, place)}>{children}</Here>
);

/** Around what only reads, or is one's own, within such a place. */
export const NeedsNoRole = ({ children }: { readonly children: ReactNode }) => (
  <Here value={undefined}>{children}</Here>
);

/** Why nothing can be changed here; undefined: it can. */
export const useBlockedHere = (): string | undefined => use(Here);
