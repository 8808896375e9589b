import { Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Static } from 'typebox';
import type { HeaderView } from '#contract/endpoint.ts';
import { formatBytes, formatDuration } from '#contract/format.ts';
import { type ReceivedList, type ReceivedRequest, receiverLimits } from '#contract/receiver.ts';
import { api } from '#renderer/lib/api.ts';
import { useShortly } from '#renderer/lib/use-shortly.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { HeaderTable } from '#renderer/ui/header-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { PayloadView } from '#renderer/ui/payload/payload-view.tsx';
import { SignatureBadge } from '#renderer/ui/signature-badge.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** One received request in full. */
export const ReceivedDetail = ({ request }: { request: ReceivedRequest }) => {
  const [revealed, setRevealed] = useShortly<readonly HeaderView[]>();
  const [error, setError] = useState<unknown>();
  const toggle = (): void => {
    setError(undefined);
    if (revealed) setRevealed(undefined);
    else revealHeaders(request.id).then(setRevealed, setError);
  };
  const { signature, answered } = request;
  return (
    <Stack>
      <Facts
        facts={[
          ['Received', <Instant key="at" at={request.at} exact />],
          [
            'Response',
            `${answered.statusCode}${answered.delayMs > 0 ? `, after ${formatDuration(answered.delayMs)}` : ''}`,
          ],
          ['Signature', <SignatureBadge key="signature" state={signature.state} />],
          [
            'Endpoint',
            signature.webhookId && (
              <TextLink key="endpoint" to={`/endpoints/${signature.webhookId}`} inherit>
                Signed with its secret
              </TextLink>
            ),
          ],
        ]}
      />
      <Text>{signature.reason}</Text>
      <Group justify="space-between">
        <Title order={3} size="h5">
          Headers
        </Title>
        <SmallButton aria-pressed={revealed !== undefined} onClick={toggle}>
          {revealed ? 'Hide values' : 'Show values'}
        </SmallButton>
      </Group>
      {error !== undefined && <ErrorNotice title="Values not shown" error={error} />}
      <HeaderTable label="Received headers" headers={revealed ?? request.headers} />
      {request.bodyBytes > receiverLimits.shownBytes && (
        <Text c="dimmed">
          Body of {formatBytes(request.bodyBytes)}, first {formatBytes(receiverLimits.shownBytes)} stored
        </Text>
      )}
      {request.body === '' ? (
        <Text c="dimmed">Empty body</Text>
      ) : (
        <PayloadView title="Body" text={request.body} what="body" />
      )}
    </Stack>
  );
};

/** @throws Error that says that the request is no longer stored */
const revealHeaders = async (id: number): Promise<readonly HeaderView[]> => {
  const { results } = await api.get<Static<typeof ReceivedList>>('/api/receiver/received', {
    query: { after: id - 1, reveal: true },
  });
  const one = results.find((request) => request.id === id);
  if (one === undefined)
    throw new Error('Request no longer stored: newer ones replaced it, or the host restarted.');
  return one.headers;
};
