import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchFieldProps extends Pick<TextInputProps, 'size'> {
  /** Such as "Find endpoints". */
  readonly label: string;
  /** What is searched, such as "URL or tag". */
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (value: string) => void;
}

/** Filters the list below it. */
export const SearchField = ({ label, placeholder, value, onSearch, ...looks }: SearchFieldProps) => (
  <TextInput
    {...looks}
    w={260}
    aria-label={label}
    placeholder={placeholder}
    leftSection={<IconSearch size={looks.size === 'xs' ? 14 : 16} aria-hidden />}
    value={value}
    onChange={(event) => onSearch(event.currentTarget.value)}
  />
);
