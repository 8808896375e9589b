import { Alert, List, Stack, Text } from '@mantine/core';
import type { GrantResult } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { Lines } from '#renderer/ui/lines.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** The endpoints that a grant created, and the rules it could not carry over. */
export const CutoverResultView = ({ result }: { result: GrantResult['result'] }) => {
  const { endpoints, carriedHeaders, notCarried } = result;
  return (
    <Alert color="teal" title={`Granted: ${formatCount(endpoints.length, 'endpoint')} created`} role="status">
      <Stack gap="xs">
        <List styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
          {endpoints.map(({ webhook }) => (
            <List.Item key={webhook.id}>
              <TextLink to={`/endpoints/${webhook.id}`}>{webhook.url}</TextLink>
              {`, for ${webhook.companyId === undefined ? 'all companies' : `company ${webhook.companyId}`}, ${formatCount(webhook.eventTypes.length, 'event type')}`}
            </List.Item>
          ))}
        </List>
        <Text>Headers carried over: {carriedHeaders.length === 0 ? 'none' : carriedHeaders.join(', ')}.</Text>
        {notCarried.length > 0 && (
          <Lines lines={notCarried.map(({ ruleId, reason }) => `Rule ${ruleId}: ${reason}`)} />
        )}
      </Stack>
    </Alert>
  );
};
