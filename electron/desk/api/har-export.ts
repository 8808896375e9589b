import { Readable } from 'node:stream';
import { DeliverySelection } from '#contract/bulk-resend.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { HarEntry } from '#contract/har.ts';
import type { MessageDetail } from '#contract/message.ts';
import { matchesDelivery } from '#contract/message-query.ts';
import { rowsOfFilter } from '#contract/selection.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, optionsFor, textOf } from '#control/app.ts';
import type { Upkeep } from '#desk/upkeep/upkeep.ts';
import { harEntry, harText } from './har.ts';

const options = optionsFor('messages');

/** Ids of 10,000 messages fit. */
const selectionBytes = 1_048_576;
/** Messages read in one go. */
const pageSize = 200;

/** The attempts of selected deliveries as an HTTP Archive, streamed. */
export const harRoutes = (
  app: ApiApp,
  control: Pick<ServiceControl, 'messages' | 'endpoints'>,
  upkeep: Pick<Upkeep, 'about'>,
): void => {
  app.post(
    '/api/messages/har',
    {
      ...options('Export attempts as HAR 1.2, secrets masked', textOf('application/json'), {
        body: DeliverySelection,
      }),
      bodyLimit: selectionBytes,
    },
    async (request, reply) => {
      const urls = new Map((await control.endpoints.list()).map(({ id, url }: EndpointDetail) => [id, url]));
      const entries = entriesOf(control.messages, request.body, urls);
      // The first entry before the head: what is refused gets an error, not half a file.
      const first = await entries.next();
      const { version } = await upkeep.about();
      const text = harText(resumed(first, entries), version);
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="attempts.har"')
        .send(Readable.from(text) as never);
    },
  );
};

async function* resumed(
  first: IteratorResult<HarEntry>,
  rest: AsyncGenerator<HarEntry>,
): AsyncGenerator<HarEntry> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

async function* entriesOf(
  messages: ServiceControl['messages'],
  { selection, deliveries }: DeliverySelection,
  urls: Map<string, string>,
): AsyncGenerator<HarEntry> {
  const wanted = deliveries ?? ('filter' in selection ? selection.filter : {});
  for await (const id of idsOf(messages, selection)) {
    const message = await messages.show(id);
    const shown = new Set(
      message.deliveries.filter((one) => matchesDelivery(wanted, one)).map(({ webhookId }) => webhookId),
    );
    for (const attempt of message.attempts) {
      if (!shown.has(attempt.webhookId)) continue;
      const url = urls.get(attempt.webhookId) ?? (await urlOfDeleted(messages, message, attempt.webhookId));
      if (url === undefined) continue;
      urls.set(attempt.webhookId, url);
      yield harEntry(message, attempt, url);
    }
  }
}

async function* idsOf(
  messages: ServiceControl['messages'],
  selection: DeliverySelection['selection'],
): AsyncGenerator<string> {
  if ('ids' in selection) yield* selection.ids;
  else for await (const { id } of rowsOfFilter(selection, messages.list, pageSize)) yield id;
}

/** An endpoint that was deleted is named by what was sent to it alone. */
const urlOfDeleted = async (
  messages: ServiceControl['messages'],
  { id, attempts }: MessageDetail,
  webhookId: string,
): Promise<string | undefined> => {
  const sent = attempts.find((one) => one.webhookId === webhookId && one.error !== 'Interrupted');
  if (sent === undefined) return undefined;
  return (await messages.request(id, sent.id, { reveal: false, signAnew: false })).url;
};
