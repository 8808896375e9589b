import { Stack, Text } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useCompany } from './queries.ts';

/** Whose events an endpoint gets, in short. */
export const ChannelSummary = ({ endpoint: { channels, companyTags } }: { endpoint: EndpointDetail }) => (
  <Stack gap={0}>
    {channels.length === 0 && <Text>Any company</Text>}
    {channels.slice(0, 2).map((companyId) => (
      <Channel key={companyId} companyId={companyId} />
    ))}
    {channels.length > 2 && <Text>and {channels.length - 2} more</Text>}
    {companyTags.length > 0 && (
      <Text size="sm" c="dimmed">
        tagged {companyTags.join(', ')}
      </Text>
    )}
  </Stack>
);

const Channel = ({ companyId }: { companyId: string }) => {
  const { data } = useCompany(companyId);
  return <Text title={companyId}>{data?.name ?? companyId}</Text>;
};
