import { expect, it } from 'vitest';
import { initialsOf, rolesInShort } from '#renderer/lib/role-labels.ts';

it('shortens names to initials, and roles to a line', () => {
  expect(['Jo Baker', 'jo', ' Anna Maria  Sol ', '', '𝒜da Ø'].map(initialsOf)).toEqual([
    'JB',
    'J',
    'AS',
    '',
    '𝒜Ø',
  ]);
  expect(rolesInShort([])).toBe('No roles');
  expect(
    rolesInShort([
      { role: 'engineer', scope: 'desk' },
      { role: 'approver', scope: 'desk' },
      { role: 'admin', scope: 'target:a' },
      { role: 'viewer', scope: 'case:00000000-0000-4000-8000-000000000000' },
      { role: 'admin', scope: 'case:00000000-0000-4000-8000-000000000000' },
    ]),
  ).toBe('Engineer, Approver · 1 role on targets · 2 roles on cases');
});
