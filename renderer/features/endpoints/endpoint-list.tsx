import { Stack } from '@mantine/core';
import { IconWebhookOff } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { SearchField } from '#renderer/ui/search-field.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { useEndpointsLike } from './find-endpoints.ts';

interface EndpointListProps {
  readonly endpoints: readonly EndpointDetail[];
  readonly words: string;
  readonly onSearch: (words: string) => void;
}

/** All endpoints, or those that are looked for. */
export const EndpointList = ({ endpoints, words, onSearch }: EndpointListProps) => {
  const go = useNavigate();
  const found = useEndpointsLike(endpoints, words);
  return (
    <Section>
      <Stack gap="sm">
        <SearchField
          label="Find endpoints"
          placeholder="URL, company or tag"
          maw={320}
          words={words}
          onSearch={onSearch}
        />
        {found.length === 0 ? (
          <Empty
            icon={<IconWebhookOff aria-hidden />}
            title="No endpoint is like that"
            text={`None of ${formatCount(endpoints.length, 'endpoint')} holds these words. Try fewer.`}
          />
        ) : (
          <EndpointTable endpoints={found} onOpen={({ id }) => void go(`/endpoints/${id}`)} />
        )}
      </Stack>
    </Section>
  );
};
