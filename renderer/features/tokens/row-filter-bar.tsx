import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type Cause, causeLabels } from '#contract/cause-labels.ts';
import { formatNumber } from '#contract/format.ts';
import type { ShownRowState, TokenRowCounts } from '#contract/token-rows.ts';
import { rowStateLabels } from '#renderer/lib/token-labels.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { SearchField } from '#renderer/ui/search-field.tsx';
import type { useRowFilters } from './row-filters.ts';

interface RowFilterBarProps {
  readonly counts: TokenRowCounts;
  readonly chosen: ReturnType<typeof useRowFilters>;
}

const every = 'all';

/** Filters: state, platform, cause of failure, and text of a name or id. */
export const RowFilterBar = ({ counts, chosen }: RowFilterBarProps) => {
  const { filters, filter, clear, isFiltered } = chosen;
  const { data } = useIntegrations();
  const names = new Map(data?.results.map(({ platformKey, name }) => [platformKey, name]));
  const states = (Object.keys(rowStateLabels) as ShownRowState[]).filter(
    (state) => (counts.states[state] ?? 0) > 0 || state === filters.state,
  );
  return (
    <Group gap="sm" py={6}>
      <SegmentedControl
        aria-label="State of the rows"
        value={filters.state ?? every}
        onChange={(state) => filter({ state: state === every ? undefined : state })}
        data={[
          { value: every, label: `All ${formatNumber(counts.rows)}` },
          ...states.map((state) => ({ value: state, label: labelOf(state, counts) })),
        ]}
      />
      <RowSearch value={filters.q ?? ''} onSearch={(q) => filter({ q })} />
      <Select
        aria-label="Platform"
        placeholder="Any platform"
        clearable
        searchable
        w={180}
        value={filters.platform ?? null}
        onChange={(platform) => filter({ platform: platform ?? undefined })}
        data={Object.entries(counts.platforms).map(([key, count]) => ({
          value: key,
          label: `${names.get(key) ?? key} (${formatNumber(count)})`,
        }))}
      />
      {(Object.keys(counts.causes).length > 0 || filters.cause !== undefined) && (
        <Select
          aria-label="Cause of failure"
          placeholder="Any cause"
          clearable
          w={220}
          value={filters.cause ?? null}
          onChange={(cause) => filter({ cause: cause ?? undefined })}
          data={causesIn(counts, filters.cause)}
        />
      )}
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
};

const labelOf = (state: ShownRowState, { states, held }: TokenRowCounts): string => {
  const heldNote = state === 'ready' && held > 0 ? ` (${formatNumber(held)} held)` : '';
  return `${rowStateLabels[state].label} ${formatNumber(states[state] ?? 0)}${heldNote}`;
};

const causesIn = ({ causes }: TokenRowCounts, chosen: string | undefined) =>
  (Object.keys(causeLabels) as Cause[])
    .filter((cause) => (causes[cause] ?? 0) > 0 || cause === chosen)
    .map((cause) => ({
      value: cause,
      label: `${causeLabels[cause].title} (${formatNumber(causes[cause] ?? 0)})`,
    }));

/** Wait after the last key before a search, ms. */
const restMs = 250;

const RowSearch = ({ value, onSearch }: { value: string; onSearch: (q: string) => void }) => {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onSearch, restMs);
  // The filters were cleared.
  useEffect(() => {
    if (value === '') setText('');
  }, [value]);
  return (
    <SearchField
      label="Search rows"
      placeholder="Reference, name or id"
      value={text}
      onSearch={(next) => {
        setText(next);
        search(next);
      }}
    />
  );
};
