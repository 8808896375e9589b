import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from 'react-router';
import type { KeyedPage } from '#contract/common.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { Message } from '#contract/message.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { LastMessages } from './last-messages.tsx';
import { SendAgain } from './send-again.tsx';

const shown = 20;

/** The newest messages of an endpoint, and their recovery and replay. */
export const LogTab = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const filters = { endpoint: endpoint.id, limit: shown };
  const go = useNavigate();
  const [sendingAgain, { toggle }] = useDisclosure(false);
  const query = useApiQuery<KeyedPage<Message>>(
    keys.messages.list({ ...filters, last: true }),
    '/api/messages',
    { query: filters },
  );
  return (
    <Stack>
      {sendingAgain && <SendAgain endpoint={endpoint} />}
      <Section
        title="Last messages"
        beside={<AsOf />}
        description={`The newest ${shown}`}
        actions={
          <>
            <Button component={Link} to={`/messages?endpoint=${endpoint.id}`} size="xs" variant="default">
              Show all messages
            </Button>
            <SmallButton changes aria-expanded={sendingAgain} onClick={toggle}>
              Recover or replay…
            </SmallButton>
          </>
        }
      >
        <Loaded query={query} text="Loading messages…">
          {({ results }) =>
            results.length === 0 ? (
              <Text c="dimmed">No messages yet. Send an event from the Testing tab.</Text>
            ) : (
              <LastMessages
                messages={results}
                webhookId={endpoint.id}
                onOpen={({ id }) => void go(`/messages/${id}?endpoint=${endpoint.id}`)}
              />
            )
          }
        </Loaded>
      </Section>
    </Stack>
  );
};
