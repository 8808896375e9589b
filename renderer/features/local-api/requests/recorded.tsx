import { Stack, Text, Title } from '@mantine/core';
import { formatBytes } from '#contract/format.ts';
import type { RecordedBody, RecordedExchange, RequestDetail } from '#contract/request-log.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { HeaderTable } from '#renderer/ui/header-table.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { PayloadView } from '#renderer/ui/payload/payload-view.tsx';

/** Headers and bodies of a request and its response, or why there are none. */
export const Recorded = ({ requestId }: { readonly requestId: string }) => {
  const query = useApiQuery<RequestDetail>(
    [...keys.requests, 'one', requestId],
    `/api/requests/${requestId}`,
  );
  return (
    <Loaded query={query} text="Loading bodies…">
      {({ exchange, missing }) =>
        exchange === undefined ? (
          <Text c="dimmed">{reasons[missing ?? 'removed']}</Text>
        ) : (
          <Exchange exchange={exchange} />
        )
      }
    </Loaded>
  );
};

const reasons: Readonly<Record<NonNullable<RequestDetail['missing']>, string>> = {
  off: 'Headers and bodies not recorded: recording was off.',
  busy: 'Headers and bodies not recorded: too many requests at that time.',
  page: 'Pages of the documentation are not recorded.',
  earlier: 'Headers and bodies not recorded: logged by an earlier version.',
  removed: 'Headers and bodies were removed: newer ones replaced them, or they were deleted.',
};

const Exchange = ({ exchange }: { readonly exchange: RecordedExchange }) => (
  <Stack>
    <Text c="dimmed">Secrets are masked.</Text>
    {exchange.query !== undefined && (
      <>
        <Heading text="Query string" />
        <CodeBlock text={exchange.query} what="query string" />
      </>
    )}
    <Message name="Request" headers={exchange.requestHeaders} body={exchange.requestBody} />
    <Message name="Response" headers={exchange.responseHeaders} body={exchange.responseBody} />
  </Stack>
);

interface MessageProps {
  readonly name: 'Request' | 'Response';
  readonly headers: RecordedExchange['requestHeaders'];
  readonly body: RecordedBody;
}

const Message = ({ name, headers, body }: MessageProps) => (
  <>
    <Heading text={`${name} headers`} />
    <HeaderTable label={`${name} headers`} headers={headers} />
    <Text c="dimmed">
      {name} body: {formatState(body)}
    </Text>
    {body.text !== undefined && body.text !== '' && (
      <PayloadView title={`${name} body`} text={body.text} what={`${name.toLowerCase()} body`} />
    )}
  </>
);

const Heading = ({ text }: { readonly text: string }) => (
  <Title order={3} size="h5">
    {text}
  </Title>
);

const formatState = ({ state, bytes, text = '' }: RecordedBody): string => {
  const size = bytes === undefined ? 'size unknown' : formatBytes(bytes);
  switch (state) {
    case 'empty':
      return 'none';
    case 'whole':
      return size;
    case 'cut':
      return `${size}, first ${formatBytes(text.length)} stored`;
    case 'unreadable':
      return `${size}, not valid JSON: stored up to the error`;
    case 'notRead':
      return `${size}, refused before it was read`;
    case 'notStored':
      return `${size}, not stored: neither JSON nor a form`;
  }
};
