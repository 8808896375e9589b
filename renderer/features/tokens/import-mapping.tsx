import { Autocomplete, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import type { ReadOptions } from './read-tokens.ts';

interface ImportMappingProps {
  readonly options: ReadOptions;
  readonly result: TokenImportResult | undefined;
  readonly isBusy: boolean;
  readonly onChange: (options: ReadOptions) => void;
}

interface Field {
  readonly field: string;
  readonly label: string;
}

const rowFields: readonly Field[] = [
  { field: 'ref', label: 'Reference of the company' },
  { field: 'name', label: 'Name of the company' },
  { field: 'platform', label: 'Platform' },
  { field: 'companyId', label: 'Company id on the target' },
  { field: 'connectionId', label: 'Connection id on the target' },
  { field: 'description', label: 'Description' },
];

/** From what a row needs to the header of the column that holds it. What is left empty is guessed. */
export const ImportMapping = ({ options, result, isBusy, onChange }: ImportMappingProps) => {
  const { data } = useIntegrations();
  const columns = result?.columns ?? [];
  const headers = [...new Set(columns.map(({ header }) => header))];
  const unused = columns.filter(({ how }) => how === 'unused').map(({ header }) => header);
  const fields = [...rowFields, ...credentialsOf(data?.results ?? [], options, result)];
  const set = (field: string, header: string): void => {
    const { [field]: _, ...others } = options.mapping;
    onChange({ ...options, mapping: header.trim() === '' ? others : { ...others, [field]: header } });
  };
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {fields.map(({ field, label }) => {
          const guessed = columns.find(
            (column) => column.field === field && column.how === 'guessed',
          )?.header;
          const given = options.mapping[field] ?? '';
          return (
            <HeaderField
              key={`${field} ${given}`}
              label={label}
              given={given}
              guessed={guessed}
              headers={headers}
              isBusy={isBusy}
              onGiven={(header) => set(field, header)}
            />
          );
        })}
      </SimpleGrid>
      {unused.length > 0 && (
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Columns that are not used: {unused.join(', ')}.
        </Text>
      )}
    </Stack>
  );
};

interface HeaderFieldProps {
  readonly label: string;
  readonly given: string;
  readonly guessed: string | undefined;
  readonly headers: readonly string[];
  readonly isBusy: boolean;
  readonly onGiven: (header: string) => void;
}

/** Takes effect when a header is chosen, or when the field is left. */
const HeaderField = ({ label, given, guessed, headers, isBusy, onGiven }: HeaderFieldProps) => {
  const [text, setText] = useState(given);
  return (
    <Autocomplete
      label={label}
      description={given !== '' ? 'Said by you.' : guessed === undefined ? 'No column found.' : 'Guessed.'}
      placeholder={guessed ?? 'Header of its column'}
      data={[...headers]}
      disabled={isBusy}
      clearable
      onClear={() => onGiven('')}
      value={text}
      onChange={setText}
      onOptionSubmit={onGiven}
      onBlur={() => {
        if (text !== given) onGiven(text);
      }}
      maxLength={200}
    />
  );
};

/** Of the platform of all rows, or of those that the list was found to be of. */
const credentialsOf = (
  integrations: readonly CatalogueIntegration[],
  { platformKey, mapping }: ReadOptions,
  result: TokenImportResult | undefined,
): Field[] => {
  const platforms = platformKey === '' ? Object.keys(result?.byPlatform ?? {}) : [platformKey];
  const found = new Map<string, string>();
  for (const { platformKey: key, credentials } of integrations) {
    if (!platforms.includes(key)) continue;
    for (const { name, label } of credentials) found.set(columnOf(name), label);
  }
  const named = [...(result?.columns ?? []).flatMap(({ field }) => field ?? []), ...Object.keys(mapping)];
  for (const field of named) {
    if (!rowFields.some((one) => one.field === field) && !found.has(field)) found.set(field, field);
  }
  return [...found].map(([field, label]) => ({ field, label }));
};

/** A credential that is called like a column of the row has a longer name. */
const columnOf = (credential: string): string =>
  rowFields.some(({ field }) => field === credential) ? `credentials.${credential}` : credential;
