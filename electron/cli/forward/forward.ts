import { colors } from '#cli/colors.ts';
import { CommandError } from '#cli/command-error.ts';
import type { Consumer, Received } from '#cli/consumer.ts';
import type { HttpClient } from '#cli/http-client.ts';
import { remark } from '#cli/output.ts';
import type { ServiceAccess } from '#cli/service-door.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import { createForwarder, type Forwarder } from './forwarder.ts';
import { type ForwardingSession, openForwarding, replayMissed, resend, type Wanted } from './session.ts';
import { sinceInstant } from './since.ts';

/** Forwarding that a consumer is started with, and that learns of the service later. */
export interface Forwarding extends Pick<Forwarder, 'forward'> {
  /** Called with each message that was answered. */
  answered(received: Received): void;
  /** Forwards the messages of the local service until `stopped`. */
  run(access: ServiceAccess, consumer: Consumer, options: RunOptions, stopped: Promise<void>): Promise<void>;
  close(): void;
}

interface RunOptions {
  readonly events?: readonly string[];
  readonly company?: string;
  readonly since?: string;
  readonly showSecret?: true;
}

export const createForwarding = (target: URL): Forwarding => {
  let session: (ForwardingSession & Pick<ServiceAccess, 'service'>) | undefined;
  let isCaughtUp = false;
  const forwarder = createForwarder({
    target,
    onDown: (problem) => remark(colors.red(`${target.href} can't be reached: ${problem}. Trying again.`)),
    onBack(missed) {
      remark(colors.green(`${target.href} is back.`));
      if (session === undefined || missed.length === 0) return;
      resend(session.service, session.webhookId, missed).then(
        (count) => remark(`Sent again: ${formatCount(count, 'message')} that it did not get.`),
        (error: Error) => remark(`Not sent again; the service retries by its schedule: ${error.message}`),
      );
    },
  });
  return {
    forward: forwarder.forward,
    answered({ body }) {
      // A cursor that moved past what is still to be replayed would lose that, if this process were killed.
      if (isCaughtUp) session?.file.reached(generatedDateOf(body));
    },
    async run(access, consumer, options, stopped) {
      const { service, folder } = access;
      refuseLoop(consumer, target);
      const wanted: Wanted = { target, url: consumer.url, ...options };
      const opened = await openForwarding(service, folder, wanted);
      session = { ...opened, service };
      consumer.setSecret(opened.secret);
      try {
        remark(introduction(access, target, opened, options));
        const since = options.since === undefined ? opened.cursor : sinceInstant(options.since, opened.now);
        await replayMissed(service, opened, since);
        isCaughtUp = true;
        remark(colors.dim('Caught up: new messages follow.'));
        await stopped;
      } finally {
        session = undefined;
        opened.file.close();
        await disable(service, opened.webhookId);
      }
    },
    close: forwarder.close,
  };
};

const refuseLoop = (consumer: Consumer, target: URL): void => {
  if (new URL(consumer.url).port !== target.port) return;
  throw new CommandError(`${target.href} is where this command listens. Choose another --port.`, 2);
};

/** Its messages wait there, and its secret stays. One that is gone, as after a reset, sends nothing. */
const disable = (service: HttpClient, webhookId: string): Promise<void> =>
  service.patch(`/endpoints/${webhookId}`, { disabled: true }).then(
    () => {},
    async (cause: unknown) => {
      const left = await service.get<{ results: EndpointDetail[] }>('/endpoints').catch(() => undefined);
      if (left !== undefined && !left.results.some(({ id }) => id === webhookId)) return;
      throw new CommandError(
        `The endpoint ${webhookId} could not be disabled, so the service keeps sending to it: ${cause instanceof Error ? cause.message : cause}`,
        1,
        { cause },
      );
    },
  );

const generatedDateOf = (body: string): string => {
  try {
    const { generatedDate } = JSON.parse(body) as { generatedDate?: unknown };
    return typeof generatedDate === 'string' ? generatedDate : '';
  } catch {
    return '';
  }
};

const introduction = (
  { apiUrl, own, command }: ServiceAccess,
  target: URL,
  { secret }: ForwardingSession,
  { events, company, showSecret }: RunOptions,
): string => {
  const what = events === undefined ? 'every event' : events.join(', ');
  const about = company === undefined ? '' : ` of company ${company}`;
  const started = own ? ' (started by this command)' : '';
  return [
    '',
    `  Forwarding ${what}${about} to ${colors.cyan(target.href)}`,
    `  from the service at ${colors.cyan(apiUrl)}${started}.`,
    '',
    `  ${colors.dim('Signing secret, the same in each run:')}  ${showSecret ? secret : 'shown with --show-secret'}`,
    `  ${colors.dim('Send one from another terminal:')}  ${command('send connection.connected')}`,
    `  ${colors.dim('Ctrl+C stops; the next run delivers what was missed.')}`,
    '',
  ].join('\n');
};
