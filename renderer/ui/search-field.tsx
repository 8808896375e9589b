import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { searchMaxLength } from '#contract/common.ts';

interface SearchFieldProps extends Pick<TextInputProps, 'size'> {
  /** Such as "Find endpoints". */
  readonly label: string;
  /** What is searched, such as "URL or tag". */
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (value: string) => void;
}

/** Filters the list below it. */
export const SearchField = ({ label, placeholder, value, onSearch, ...looks }: SearchFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    onSearch('');
    input.current?.focus();
  };
  return (
    <TextInput
      {...looks}
      ref={input}
      w={260}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={looks.size === 'xs' ? 14 : 16} aria-hidden />}
      rightSection={value !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
      maxLength={searchMaxLength}
      value={value}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
  );
};
