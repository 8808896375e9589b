import { List, Text } from '@mantine/core';
import { useLocalWebhookCases } from '#renderer/lib/lists.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** The open cases whose webhooks are migrated on the local service. */
export const WebhookCases = () => (
  <Loaded query={useLocalWebhookCases()} text="Loading cases…">
    {({ results: cases }) =>
      cases.length === 0 ? (
        <Text c="dimmed">
          No open case has the local service as its target. <TextLink to="/?new=case">New case</TextLink>
        </Text>
      ) : (
        <List spacing={4}>
          {cases.map(({ id, name }) => (
            <List.Item key={id}>
              <TextLink to={`/cases/${id}/cutover`}>{name}</TextLink>
            </List.Item>
          ))}
        </List>
      )
    }
  </Loaded>
);
