import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useCases, useTargets } from '#renderer/lib/lists.ts';
import { unreadText } from '#renderer/lib/unread-text.ts';
import { usePerson } from '#renderer/lib/who.ts';

interface ScopeSelectProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (scope: string) => void;
}

const shownCases = 20;
const typingMs = 200;

/** The desk, one of its targets, or one of its cases, which are found by a word. */
export const ScopeSelect = ({ label, description, value, onChange }: ScopeSelectProps) => {
  // The machine of a team's desk sees no targets and cases.
  const isPerson = usePerson() !== undefined;
  const [typed, setTyped] = useState('');
  const [word] = useDebouncedValue(typed, typingMs);
  const targets = useTargets(isPerson);
  const cases = useCases({ query: word, limit: shownCases, partly: true }, isPerson);
  const [chosen, setChosen] = useState({ value: 'desk', label: 'Everywhere' });
  const groups = [
    { group: 'Desk', items: [{ value: 'desk', label: 'Everywhere' }] },
    {
      group: 'Targets',
      items: (targets.data?.results ?? []).map(({ id, name }) => ({ value: `target:${id}`, label: name })),
    },
    {
      group: 'Cases',
      items: (cases.data?.results ?? []).map(({ id, name }) => ({ value: `case:${id}`, label: name })),
    },
  ].filter(({ items }) => items.length > 0);
  const isListed = groups.some(({ items }) => items.some((item) => item.value === chosen.value));
  return (
    <Select
      label={label}
      description={isPerson ? description : 'Once you are signed in, also one target or case'}
      searchable
      allowDeselect={false}
      nothingFoundMessage="Nothing has this name."
      data={isListed ? groups : [{ group: 'Chosen', items: [chosen] }, ...groups]}
      value={value}
      onSearchChange={(text) => setTyped(text === chosen.label ? '' : text)}
      onChange={(next, option) => {
        if (next === null || option === null) return;
        setChosen({ value: next, label: option.label });
        onChange(next);
      }}
      error={isPerson ? (unreadText(targets, 'Targets') ?? unreadText(cases, 'Cases')) : undefined}
    />
  );
};
