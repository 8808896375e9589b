import { IconWebhookOff } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { useMatchingEndpoints } from './find-endpoints.ts';

interface EndpointListProps {
  readonly endpoints: readonly EndpointDetail[];
  readonly search: string;
}

/** All endpoints, or those that match the search. */
export const EndpointList = ({ endpoints, search }: EndpointListProps) => {
  const go = useNavigate();
  const found = useMatchingEndpoints(endpoints, search);
  return found.length === 0 ? (
    <Empty
      icon={<IconWebhookOff aria-hidden />}
      title="No matching endpoints"
      text={`None of ${formatCount(endpoints.length, 'endpoint')} matches. Change the search.`}
    />
  ) : (
    <EndpointTable endpoints={found} onOpen={({ id }) => void go(`/endpoints/${id}`)} />
  );
};
