import { Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { searchMaxLength } from '#contract/common.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import type { FilterChanges } from './filters.ts';
import { typedFilter } from './typed-filter.ts';

interface SearchBoxProps {
  readonly endpoints: readonly EndpointDetail[];
  /** Words that are searched for already. */
  readonly words: string | undefined;
  readonly onFilter: (changes: FilterChanges) => void;
  /** Backspace in the empty field. */
  readonly onRemoveLast: () => void;
}

/** The first row that can be moved to from here. */
const focusRows = (): void => {
  const rows = document.querySelector<HTMLElement>('[data-testid="log-rows"]');
  const first = rows?.querySelector<HTMLElement>('[role="row"]');
  (first ?? rows)?.focus();
};

/** Adds a filter by typing: words of the payload, or whatever the text is the form of. */
export const SearchBox = ({ endpoints, words, onFilter, onRemoveLast }: SearchBoxProps) => {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useShortcuts('Messages', [{ label: 'Search messages', keys: '/', run: () => input.current?.focus() }]);
  const add = (): void => {
    if (typed.trim() === '') return;
    onFilter(typedFilter(typed, { endpoints, eventTypes }, words));
    setTyped('');
  };
  return (
    <TextInput
      ref={input}
      size="xs"
      flex="1 1 260px"
      miw={200}
      maw={520}
      aria-label="Search messages"
      placeholder="Payload text, status, code, company: name, type or id"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed === '' && <Kbd size="xs">/</Kbd>}
      maxLength={searchMaxLength}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') add();
        else if (event.key === 'ArrowDown') focusRows();
        else if (event.key === 'Escape') setTyped('');
        else if (event.key === 'Backspace' && typed === '') onRemoveLast();
        else return;
        if (event.key !== 'Backspace') event.preventDefault();
      }}
    />
  );
};
