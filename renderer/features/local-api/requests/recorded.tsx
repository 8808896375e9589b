import { Stack, Text, Title } from '@mantine/core';
import { formatBytes } from '#contract/format.ts';
import type { RecordedBody, RecordedExchange, RequestDetail } from '#contract/request-log.ts';
import { HeaderTable } from '#renderer/ui/header-table.tsx';
import { PayloadView } from '#renderer/ui/payload/payload-view.tsx';

/** Headers and bodies of a request and its response, or why there are none. */
export const Recorded = ({ detail: { exchange, missing } }: { readonly detail: RequestDetail }) =>
  exchange === undefined ? (
    <Text c="dimmed">{reasons[missing ?? 'removed']}</Text>
  ) : (
    <Exchange exchange={exchange} />
  );

const reasons: Readonly<Record<NonNullable<RequestDetail['missing']>, string>> = {
  off: 'Headers and bodies not recorded: recording was off.',
  busy: 'Headers and bodies not recorded: too many requests at that time.',
  page: 'Pages of the documentation are not recorded.',
  earlier: 'Headers and bodies not recorded: logged by an earlier version.',
  removed: 'Headers and bodies were removed: newer ones replaced them, or they were deleted.',
};

const Exchange = ({ exchange }: { readonly exchange: RecordedExchange }) => (
  <Stack>
    <Message name="Request" headers={exchange.requestHeaders} body={exchange.requestBody} />
    <Message name="Response" headers={exchange.responseHeaders} body={exchange.responseBody} />
  </Stack>
);

interface MessageProps {
  readonly name: 'Request' | 'Response';
  readonly headers: RecordedExchange['requestHeaders'];
  readonly body: RecordedBody;
}

export const Message = ({ name, headers, body }: MessageProps) => (
  <>
    {body.text !== undefined && body.text !== '' ? (
      <>
        <PayloadView title={`${name} body`} text={body.text} what={`${name.toLowerCase()} body`} />
        {body.state !== 'whole' && <Text c="dimmed">{formatState(body)}</Text>}
      </>
    ) : (
      <>
        <Heading text={`${name} body`} />
        <Text c="dimmed">{formatState(body)}</Text>
      </>
    )}
    <details>
      <summary>
        {name} headers ({headers.length})
      </summary>
      <HeaderTable label={`${name} headers`} headers={headers} />
    </details>
  </>
);

const Heading = ({ text }: { readonly text: string }) => (
  <Title order={3} size="h5">
    {text}
  </Title>
);

const formatState = ({ state, bytes, text = '' }: RecordedBody): string => {
  const size = bytes === undefined ? 'Size unknown' : formatBytes(bytes);
  switch (state) {
    case 'empty':
      return 'None';
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
