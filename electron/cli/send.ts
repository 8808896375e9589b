import { Command } from 'commander';
import { systemTime } from '#base/clock.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { Delivery, MessageDetail } from '#contract/message.ts';
import { colors } from './colors.ts';
import type { HttpClient } from './http-client.ts';
import { withExamples, withJson } from './options.ts';
import { print, printJson } from './output.ts';
import type { DoorOptions, ServiceDoor } from './service-door.ts';

interface Options extends DoorOptions {
  readonly company?: string;
}

/** How long to wait for the first attempts before the rest is left to the schedule. */
const patienceMs = 5000;
const pollMs = 50;

/** `carryover send`: publishes an example event and tells how its first attempts went. */
export const sendCommand = (door: ServiceDoor): Command => {
  const send = new Command('send')
    .description('Send an example event and show its first attempts')
    .argument('<eventType>', 'event type, such as connection.connected')
    .option('--company <id>', 'company of the event (default: a fictional one)')
    .action(sendEvent(door));
  withJson(door.withOptions(send));
  return withExamples(
    send,
    ['send connection.connected', 'To all subscribed endpoints.'],
    ['send invoices.write.successful --company 6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'For this company.'],
  );
};

const sendEvent =
  (door: ServiceDoor) =>
  (eventType: string, options: Options): Promise<void> =>
    door.enter(options, async ({ service, command }) => {
      const { messageId } = await service.post<{ messageId: string }>('/events', {
        eventType,
        companyId: options.company,
      });
      const { deliveries } = await firstAttempts(service, messageId);
      if (options.json) return printJson({ messageId, eventType, deliveries });
      print(`Published ${colors.bold(eventType)} as ${messageId}.`);
      if (deliveries.length === 0) {
        return print(colors.dim(`No subscribers. Add one with \`${command('listen')}\`.`));
      }
      const { results } = await service.get<{ results: EndpointDetail[] }>('/endpoints');
      const urls = new Map(results.map((endpoint) => [endpoint.id, endpoint.url]));
      for (const delivery of deliveries) {
        print(`  ${outcome(delivery)}  ${urls.get(delivery.webhookId) ?? delivery.webhookId}`);
      }
    });

const firstAttempts = async (service: HttpClient, messageId: string): Promise<MessageDetail> => {
  const patientUntil = systemTime.now() + patienceMs;
  for (;;) {
    const message = await service.get<MessageDetail>(`/messages/${messageId}`);
    const waiting = message.deliveries.some((delivery) => delivery.status === 'Sending');
    if (!waiting || systemTime.now() > patientUntil) return message;
    await systemTime.sleep(pollMs);
  }
};

const outcome = ({ status, lastStatusCode, lastError, nextAttemptAt }: Delivery): string => {
  const answer = lastStatusCode ?? lastError ?? '';
  if (status === 'Success') return colors.green(`✓ ${answer}`);
  if (status === 'Sending') return colors.dim('… no response yet');
  const next = nextAttemptAt === undefined ? '' : colors.dim(` again at ${nextAttemptAt}`);
  return colors.red(`✗ ${answer}`) + next;
};
