import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import { useCompany } from '#renderer/lib/use-company.ts';
import { isUuid } from '#renderer/lib/uuid.ts';
import { useCompanies } from './queries.ts';

interface CompanySelectProps extends Pick<SelectProps, 'label' | 'description' | 'placeholder' | 'error'> {
  /** '' : none. */
  readonly value?: string;
  readonly onChange: (companyId: string) => void;
}

/** A company of the local service, by a part of its name or by its id. */
export const CompanySelect = ({ value = '', onChange, ...field }: CompanySelectProps) => {
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search.trim(), 200);
  const isId = isUuid(query);
  const found = useCompanies(isId ? '' : query);
  const names = new Map(found.data?.results.map(({ id, name }) => [id, name]));
  const chosen = useCompany(value).data?.name;
  if (value !== '') names.set(value, names.get(value) ?? chosen ?? value);
  if (isId) names.set(query.toLowerCase(), names.get(query.toLowerCase()) ?? query.toLowerCase());
  const more = (found.data?.total ?? 0) - (found.data?.results.length ?? 0);
  return (
    <Select
      {...field}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${String(field.label)}` }}
      data={[...names].map(([id, name]) => ({ value: id, label: name }))}
      // The desk has filtered already, among more than are listed.
      filter={({ options }) => options}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={formatNothing(found.isPending, found.isError, query)}
      {...(more > 0 && !field.error
        ? { description: `${formatNumber(more)} more companies: enter part of the name, or an id.` }
        : {})}
    />
  );
};

const formatNothing = (isPending: boolean, isError: boolean, query: string): string => {
  if (isPending) return 'Loading companies…';
  if (isError) return 'Companies could not be loaded.';
  return query === '' ? 'No companies yet. Create one with POST /companies.' : 'No results';
};
