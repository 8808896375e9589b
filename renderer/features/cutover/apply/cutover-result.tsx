import { Alert, List, Stack, Text } from '@mantine/core';
import type { CutoverView } from '#contract/cutover.ts';
import { formatCount } from '#contract/format.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

interface CutoverResultProps {
  readonly granted: NonNullable<CutoverView['granted']>;
  /** Only endpoints of the local service have a screen. */
  readonly local: boolean;
}

/** The endpoints that a grant created, and the rules it could not carry over. */
export const CutoverResultView = ({ granted: { at, actor, result }, local }: CutoverResultProps) => {
  const { endpoints, carriedHeaders, notCarried } = result;
  return (
    <Alert color="teal" title={`Granted: ${formatCount(endpoints.length, 'endpoint')} created`} role="status">
      <Stack gap="xs">
        <Text c="dimmed">
          <Instant at={at} /> · {actor}
        </Text>
        <List styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
          {endpoints.map(({ webhook }) => (
            <List.Item key={webhook.id}>
              {local ? <TextLink to={`/endpoints/${webhook.id}`}>{webhook.url}</TextLink> : webhook.url}
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
