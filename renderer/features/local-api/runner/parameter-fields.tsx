import { Autocomplete, Select, TextInput } from '@mantine/core';
import { useKeys } from '#renderer/features/local-api/keys/use-keys.ts';
import { unreadText } from '#renderer/lib/unread-text.ts';
import { type Draft, partNames, withQuery } from './draft.ts';
import type { Operation, Parameter } from './openapi.ts';

interface FieldsProps {
  readonly draft: Draft;
  readonly operation: Operation | undefined;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** A field for each part of the path and each parameter of the query. */
export const ParameterFields = ({ draft, operation, onChange }: FieldsProps) => {
  const known = operation?.parameters ?? [];
  const find = (place: string, name: string): Parameter | undefined =>
    known.find((one) => one.in === place && one.name === name);
  const queryNames = [
    ...new Set([
      ...known.filter((one) => one.in === 'query').map(({ name }) => name),
      ...draft.query.map(({ name }) => name),
    ]),
  ];
  return (
    <>
      {operation === undefined && (
        <TextInput
          label="Path"
          required
          withAsterisk={false}
          value={draft.path}
          onChange={(event) => onChange({ path: event.currentTarget.value })}
        />
      )}
      {partNames(draft.path).map((name) => (
        <TextInput
          key={name}
          label={name}
          description={find('path', name)?.description}
          required
          value={draft.parts[name] ?? ''}
          onChange={(event) => onChange({ parts: { ...draft.parts, [name]: event.currentTarget.value } })}
        />
      ))}
      {queryNames.map((name) => (
        <QueryField
          key={name}
          name={name}
          parameter={find('query', name)}
          value={draft.query.find((one) => one.name === name)?.value ?? ''}
          onChange={(value) => onChange({ query: withQuery(draft.query, name, value) })}
        />
      ))}
    </>
  );
};

interface QueryFieldProps {
  readonly name: string;
  readonly parameter: Parameter | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const QueryField = ({ name, parameter, value, onChange }: QueryFieldProps) => (
  <Autocomplete
    label={name}
    description={parameter?.description ?? parameter?.schema?.description}
    required={parameter?.required ?? false}
    placeholder={parameter?.schema?.default === undefined ? undefined : String(parameter.schema.default)}
    data={(parameter?.schema?.enum ?? []).map(String)}
    value={value}
    onChange={onChange}
  />
);

/** The key that authorizes it. It stays in the host. */
export const KeySelect = ({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) => {
  const query = useKeys();
  const keys = query.data ?? [];
  return (
    <Select
      label="API key"
      error={unreadText(query, 'API keys')}
      maw={320}
      allowDeselect={false}
      data={[
        ...keys.map(({ id, name }) => ({ value: id, label: name })),
        { value: 'none', label: 'None: without authorization' },
      ]}
      value={draft.apiKey === '' ? (keys[0]?.id ?? null) : draft.apiKey}
      onChange={(apiKey) => apiKey !== null && onChange({ apiKey })}
    />
  );
};
