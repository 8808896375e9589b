import { Autocomplete, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { blockedField } from '#renderer/ui/blockable.tsx';
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
  { field: 'ref', label: 'Company reference' },
  { field: 'name', label: 'Company name' },
  { field: 'platform', label: 'Platform' },
  { field: 'companyId', label: 'Company id' },
  { field: 'connectionId', label: 'Connection id' },
  { field: 'description', label: 'Description' },
];

/** Maps each field of a row to a column header. Empty fields are detected automatically. */
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
          Unused columns: {unused.join(', ')}
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

/** Applied when a header is chosen or the field loses focus. */
const HeaderField = ({ label, given, guessed, headers, isBusy, onGiven }: HeaderFieldProps) => {
  const [text, setText] = useState(given);
  return (
    <Autocomplete
      label={label}
      description={given !== '' ? 'Set by you' : guessed === undefined ? 'No column found' : 'Detected'}
      placeholder={guessed ?? 'Column header'}
      data={[...headers]}
      {...blockedField(isBusy ? 'The list is being read.' : undefined)}
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

/** Of the chosen platform, or of those found in the list. */
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

/** A credential whose name a row field has takes a prefix. */
const columnOf = (credential: string): string =>
  rowFields.some(({ field }) => field === credential) ? `credentials.${credential}` : credential;
