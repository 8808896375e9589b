import { Kbd, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { searchMaxLength } from '#contract/common.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';

interface FilterSearchProps extends Pick<TextInputProps, 'flex' | 'miw' | 'maw'> {
  /** Of the shortcuts, such as "Requests". */
  readonly group: string;
  /** Such as "Search requests". */
  readonly label: string;
  readonly placeholder: string;
  /** Enter: the typed text becomes a filter. */
  readonly onFilter: (typed: string) => void;
  /** Backspace in the empty field. */
  readonly onRemoveLast?: () => void;
}

/** Adds a filter to the log below it by typing: / focuses it, ↓ leaves it for the rows, Escape empties it. */
export const FilterSearch = (props: FilterSearchProps) => {
  const { group, label, placeholder, onFilter, onRemoveLast, ...looks } = props;
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useShortcuts(group, [{ label, keys: '/', run: () => input.current?.focus() }]);
  const add = (): void => {
    if (typed.trim() === '') return;
    onFilter(typed);
    setTyped('');
  };
  return (
    <TextInput
      {...looks}
      ref={input}
      size="xs"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed === '' && <Kbd size="xs">/</Kbd>}
      maxLength={searchMaxLength}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') add();
        else if (event.key === 'ArrowDown') focusRows();
        else if (event.key === 'Escape') setTyped('');
        else {
          if (event.key === 'Backspace' && typed === '') onRemoveLast?.();
          return;
        }
        event.preventDefault();
      }}
    />
  );
};

/** The first row that can be moved to from here. */
const focusRows = (): void => {
  const rows = document.querySelector<HTMLElement>('[data-testid="log-rows"]');
  const first = rows?.querySelector<HTMLElement>('[role="row"]');
  (first ?? rows)?.focus();
};
