import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { GrantResult } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';

/** The endpoints that a grant created, and the rules it could not carry over. */
export const CutoverResultView = ({ result }: { result: GrantResult['result'] }) => {
  const { endpoints, carriedHeaders, notCarried } = result;
  return (
    <Alert color="teal" title={`Granted: ${formatCount(endpoints.length, 'endpoint')} created`} role="status">
      <Stack gap="xs">
        <List styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
          {endpoints.map(({ webhook }) => (
            <List.Item key={webhook.id}>
              <Anchor component={Link} to={`/endpoints/${webhook.id}`} underline="always" inherit>
                {webhook.url}
              </Anchor>
              {`, for ${webhook.companyId === undefined ? 'all companies' : `company ${webhook.companyId}`}, ${formatCount(webhook.eventTypes.length, 'event type')}`}
            </List.Item>
          ))}
        </List>
        <Text>Headers carried over: {carriedHeaders.length === 0 ? 'none' : carriedHeaders.join(', ')}.</Text>
        {notCarried.length > 0 && (
          <List styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
            {notCarried.map(({ ruleId, reason }) => (
              <List.Item key={ruleId}>
                Rule {ruleId}: {reason}
              </List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Alert>
  );
};
