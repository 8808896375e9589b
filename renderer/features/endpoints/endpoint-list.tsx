import { Stack } from '@mantine/core';
import { IconWebhookOff } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { SearchField } from '#renderer/ui/search-field.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { useMatchingEndpoints } from './find-endpoints.ts';

interface EndpointListProps {
  readonly endpoints: readonly EndpointDetail[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** All endpoints, or those that match the search. */
export const EndpointList = ({ endpoints, search, onSearch }: EndpointListProps) => {
  const go = useNavigate();
  const found = useMatchingEndpoints(endpoints, search);
  return (
    <Section>
      <Stack gap="sm">
        <SearchField
          label="Find endpoints"
          placeholder="URL, company or tag"
          maw={320}
          value={search}
          onSearch={onSearch}
        />
        {found.length === 0 ? (
          <Empty
            icon={<IconWebhookOff aria-hidden />}
            title="No matching endpoints"
            text={`None of ${formatCount(endpoints.length, 'endpoint')} matches. Change the search.`}
          />
        ) : (
          <EndpointTable endpoints={found} onOpen={({ id }) => void go(`/endpoints/${id}`)} />
        )}
      </Stack>
    </Section>
  );
};
