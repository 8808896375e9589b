import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchFieldProps extends Pick<TextInputProps, 'maw' | 'size'> {
  /** What is looked for, such as "Find endpoints". */
  readonly label: string;
  /** By what it is found. */
  readonly placeholder: string;
  readonly words: string;
  readonly onSearch: (words: string) => void;
}

/** Narrows down the list below it as it is typed in. */
export const SearchField = ({ label, placeholder, words, onSearch, ...looks }: SearchFieldProps) => (
  <TextInput
    {...looks}
    aria-label={label}
    placeholder={placeholder}
    leftSection={<IconSearch size={looks.size === 'xs' ? 14 : 16} aria-hidden />}
    value={words}
    onChange={(event) => onSearch(event.currentTarget.value)}
  />
);
