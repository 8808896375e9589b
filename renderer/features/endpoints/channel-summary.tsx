import { Stack, Text } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatList } from '#contract/format.ts';
import { useCompany } from '#renderer/lib/use-company.ts';

/** The companies that an endpoint is limited to, in short. */
export const ChannelSummary = ({ endpoint: { channels, companyTags } }: { endpoint: EndpointDetail }) => (
  <Stack gap={0}>
    {channels.length === 0 && <Text>All companies</Text>}
    {channels.slice(0, 2).map((companyId) => (
      <Channel key={companyId} companyId={companyId} />
    ))}
    {channels.length > 2 && <Text>and {channels.length - 2} more</Text>}
    {companyTags.length > 0 && (
      <Text size="sm" c="dimmed">
        Tagged {formatList(companyTags)}
      </Text>
    )}
  </Stack>
);

const Channel = ({ companyId }: { companyId: string }) => {
  const { data } = useCompany(companyId);
  return <Text title={companyId}>{data?.name ?? companyId}</Text>;
};
