import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { KeyedPage } from '#contract/common.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { Message } from '#contract/message.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { LastMessages } from './last-messages.tsx';
import { SendAgain } from './send-again.tsx';

const shown = 20;

/** The last messages for an endpoint, and what makes up for those that it did not take. */
export const LogTab = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const filters = { endpoint: endpoint.id, limit: shown };
  const go = useNavigate();
  const [sendingAgain, { toggle }] = useDisclosure(false);
  const query = useQuery({
    queryKey: keys.messages.list({ ...filters, last: true }),
    queryFn: ({ signal }) => api.get<KeyedPage<Message>>('/api/messages', { query: filters, signal }),
  });
  return (
    <Stack>
      {sendingAgain && <SendAgain endpoint={endpoint} />}
      <Section
        title="Last messages"
        beside={<AsOf />}
        description={`The ${shown} newest that were addressed to it.`}
        actions={
          <>
            <Button component={Link} to={`/messages?endpoint=${endpoint.id}`} size="xs" variant="default">
              Open all in the message log
            </Button>
            <Button size="xs" variant="default" aria-expanded={sendingAgain} onClick={toggle}>
              Send again…
            </Button>
          </>
        }
      >
        <Loaded query={query} text="Reading the message log…">
          {({ results }) =>
            results.length === 0 ? (
              <Text c="dimmed">None yet. The Testing tab sends an example.</Text>
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
