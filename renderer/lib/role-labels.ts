import { formatCount } from '#contract/format.ts';
import type { Grant, Role } from '#contract/people.ts';

export const roleLabels: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  engineer: 'Engineer',
  approver: 'Approver',
  admin: 'Admin',
};

export const roleMeanings: Readonly<Record<Role, string>> = {
  viewer: 'Sees cases, reports and targets; changes nothing.',
  engineer: 'Changes cases, runs plans, uses the local service. Approves nothing.',
  approver: 'Approves what another person asked for. Changes nothing.',
  admin: 'Everywhere: people, targets, backups, keys. Of a target or case: changes or deletes it.',
};

/** In one line: the roles on the desk, and how many there are elsewhere, such as "Engineer, Approver · 2 on cases". */
export const rolesInShort = (grants: readonly Grant[]): string => {
  const onDesk = grants.filter(({ scope }) => scope === 'desk').map(({ role }) => roleLabels[role]);
  const on = (kind: string): number => grants.filter(({ scope }) => scope.startsWith(kind)).length;
  const parts = [
    onDesk.join(', '),
    on('target:') === 0 ? '' : `${formatCount(on('target:'), 'role')} on targets`,
    on('case:') === 0 ? '' : `${formatCount(on('case:'), 'role')} on cases`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'No roles' : parts.join(' · ');
};

/** Such as "JB" of "Jo Baker". */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
};
