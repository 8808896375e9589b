import { Command, Option } from 'commander';
import type { EndpointDetail, Secret } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { colors } from './colors.ts';
import { CommandError } from './command-error.ts';
import { type Consumer, type Received, startConsumer } from './consumer.ts';
import { createForwarding, type Forwarding } from './forward/forward.ts';
import { readForwarding } from './forward/state.ts';
import { checkTarget, forwardTarget } from './forward/target.ts';
import { integer, port, withExamples, withJson } from './options.ts';
import { print, printJson, remark, unread } from './output.ts';
import { formatReceived, receivedJson } from './received.ts';
import { refuseArgument, secretFrom } from './secret-input.ts';
import type { DoorOptions, ServiceAccess, ServiceDoor } from './service-door.ts';
import { stopSignal } from './stop-signal.ts';

interface Options extends DoorOptions {
  readonly port: number;
  readonly fail?: number;
  readonly status?: number;
  readonly delay: number;
  readonly secretFile?: string;
  readonly secretEnv?: string;
  readonly events?: readonly string[];
  readonly company?: string;
  readonly brief?: true;
  readonly forwardTo?: URL;
  readonly since?: string;
  readonly allowRemote?: true;
  readonly showSecret?: true;
}

/** `carryover listen`: a consumer that verifies signatures and prints what comes. */
export const listenCommand = (door: ServiceDoor): Command => {
  const listen = new Command('listen')
    .description('Receive webhooks, verify their signatures and print them')
    .option('--port <port>', 'port to listen on; 0 picks a free one', port, 0)
    .addOption(
      new Option('--fail <n>', 'respond 500 to the first n requests, then 200')
        .argParser(integer(1))
        .conflicts('status'),
    )
    .option('--status <code>', 'respond with this status', integer(200, 599))
    .option('--delay <ms>', 'delay of each response', integer(0, 3_600_000), 0)
    .option('--secret-file <file>', 'file with the signing secret; - reads stdin')
    .addOption(
      new Option('--secret-env <name>', 'environment variable with the signing secret').conflicts(
        'secretFile',
      ),
    )
    .option('--events <type...>', 'event types of the endpoint (default: all)')
    .option('--company <id>', 'company of the endpoint (default: all)')
    .option('--brief', 'one line per webhook, without its body')
    .addOption(
      new Option('--forward-to <url>', 'forward verified webhooks to this URL and respond as it does')
        .argParser(forwardTarget)
        .conflicts(['fail', 'status', 'delay']),
    )
    .addOption(
      new Option(
        '--since <when>',
        'deliver what was missed since: start, an instant, or a duration such as 2h (default: the end of the last run)',
      ).conflicts(['secretFile', 'secretEnv']),
    )
    .option('--allow-remote', 'with --forward-to: also to another machine')
    .option('--show-secret', 'with --forward-to: show the signing secret of the endpoint')
    .action(listenUntilSignal(door));
  refuseArgument(listen, '--secret', '--secret-file <file> or --secret-env <name>');
  withJson(door.withOptions(listen));
  listen.addHelpText(
    'after',
    '\nWithout a secret, registers an endpoint on the local service until it stops. With --forward-to the endpoint\nand its secret stay; it is disabled until the next run, which delivers what was missed.',
  );
  return withExamples(
    listen,
    ['listen', 'All events of the local service.'],
    ['listen --fail 7 --brief', 'Fail seven times to see the retries.'],
    ['listen --port 5000 --secret-file secret.txt', 'A consumer for any sender.'],
    [
      'listen --forward-to http://localhost:3000/webhooks --brief',
      'To your consumer, original headers and bytes.',
    ],
  );
};

/** @throws CommandError 2 if there is none in what was named */
const signingSecret = async ({ secretFile, secretEnv }: Options): Promise<string | undefined> => {
  const secret = await secretFrom({ file: secretFile, env: secretEnv }, 'signing secret');
  if (secret !== undefined && !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) {
    throw new CommandError('A signing secret is whsec_ followed by base64 (see the endpoint).', 2);
  }
  return secret;
};

const listenUntilSignal =
  (door: ServiceDoor) =>
  async (options: Options): Promise<void> => {
    const secret = await signingSecret(options);
    const stopped = Promise.race([stopSignal(), unread()]);
    const forwarding = forwardingOf(options);
    if (secret === undefined) {
      return door.enter(options, (access) =>
        withConsumer(options, portOf(options, access), forwarding, (consumer) =>
          forwarding === undefined
            ? listenTo(access, consumer, options, stopped)
            : forwarding.run(access, consumer, options, stopped),
        ),
      );
    }
    await withConsumer(options, options.port, forwarding, async (consumer) => {
      consumer.setSecret(secret);
      remark(`Listening at ${colors.cyan(consumer.url)}. Ctrl+C stops it.`);
      await stopped;
    });
  };

const withConsumer = async (
  options: Options,
  wantedPort: number,
  forwarding: Forwarding | undefined,
  work: (consumer: Consumer) => Promise<void>,
): Promise<void> => {
  const { fail = 0, status = 200, delay } = options;
  const behaviour = { fail, status, delayMs: delay, ...(forwarding && { forward: forwarding.forward }) };
  const consumer = await startConsumer(wantedPort, behaviour, (received) => {
    forwarding?.answered(received);
    show(options)(received);
  }).catch((cause: unknown) => {
    throw wantedPort === options.port ? cause : takenMeanwhile(cause, wantedPort);
  });
  try {
    await work(consumer);
  } finally {
    forwarding?.close();
    await consumer.close();
  }
};

/** @throws CommandError 2 */
const forwardingOf = ({ forwardTo, allowRemote, since, showSecret }: Options): Forwarding | undefined => {
  if (forwardTo === undefined) {
    if (since === undefined && allowRemote === undefined && showSecret === undefined) return undefined;
    throw new CommandError('--since, --allow-remote and --show-secret need --forward-to.', 2);
  }
  checkTarget(forwardTo, allowRemote ?? false);
  return createForwarding(forwardTo);
};

/** That of the last run, which the endpoint points at, unless another is wanted. */
const portOf = ({ port: wanted, forwardTo }: Options, { folder }: ServiceAccess): number => {
  if (wanted !== 0 || forwardTo === undefined) return wanted;
  return readForwarding(folder, forwardTo)?.port ?? 0;
};

/** Nobody asked for this port: it is that of the last run. */
const takenMeanwhile = (cause: unknown, port: number): unknown =>
  cause instanceof CommandError
    ? new CommandError(
        `Port ${port}, which the endpoint of the last run points at, is in use. If another \`listen\` still forwards to this URL, stop it; otherwise choose another port with --port.`,
        1,
        { cause },
      )
    : cause;

const show =
  ({ json, brief }: Options) =>
  (received: Received): void => {
    if (json) printJson(receivedJson(received));
    else print(formatReceived(received, brief ?? false));
  };

/** An endpoint of its own, for as long as it listens. */
const listenTo = async (
  access: ServiceAccess,
  consumer: Consumer,
  options: Options,
  stopped: Promise<void>,
): Promise<void> => {
  const { service } = access;
  const endpoint = await service.post<EndpointDetail>('/endpoints', {
    url: consumer.url,
    eventTypes: options.events ?? eventTypes,
    companyId: options.company,
  });
  try {
    const { secret } = await service.get<Secret>(`/endpoints/${endpoint.id}/secret`);
    consumer.setSecret(secret);
    remark(introduction(access, consumer, options));
    await stopped;
  } finally {
    await service.delete(`/endpoints/${endpoint.id}`).catch((cause: unknown) => {
      throw new CommandError(
        `The endpoint ${endpoint.id} could not be deleted, so the service keeps sending to it: ${cause instanceof Error ? cause.message : cause}`,
        1,
        { cause },
      );
    });
  }
};

const introduction = (
  { apiUrl, own, command }: ServiceAccess,
  consumer: Consumer,
  { events, company }: Options,
): string => {
  const what = events === undefined ? 'every event' : events.join(', ');
  const about = company === undefined ? '' : ` of company ${company}`;
  const started = own ? ' (started by this command)' : '';
  return [
    '',
    `  Listening at ${colors.cyan(consumer.url)} for ${what}${about}`,
    `  from the service at ${colors.cyan(apiUrl)}${started}.`,
    '',
    `  ${colors.dim('Send one from another terminal:')}  ${command('send connection.connected')}`,
    `  ${colors.dim('Ctrl+C stops and deletes the endpoint.')}`,
    '',
  ].join('\n');
};
