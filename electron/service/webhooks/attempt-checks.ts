import { systemTime, toIso } from '#base/clock.ts';
import { mask } from '#base/sealing.ts';
import { isSignedBy } from '#base/webhook-signature.ts';
import { type AttemptSignature, toleranceSeconds } from '#contract/attempt-check.ts';
import type { HeaderView } from '#contract/endpoint.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type StoredAttempt, selectAttempt } from '#service/store/attempts.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { type StoredMessage, selectMessage } from '#service/store/messages.ts';
import type { EndpointRegistry, LiveEndpoint } from './endpoint-registry.ts';
import { signature } from './signing.ts';
import { liveSecrets, signedBy } from './verify.ts';

/** Of the body, as much as a person needs to see where it begins. */
const shownCharacters = 200;

interface Sent {
  readonly message: StoredMessage;
  readonly attempt: StoredAttempt;
  readonly endpoint: LiveEndpoint;
  /** Custom values masked; empty if a crash cut the attempt off. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What one attempt sent: whether its signature holds, and the request for repeating it by hand. */
export const createAttemptChecks = (
  context: ServiceContext,
  registry: EndpointRegistry,
): Pick<ServiceControl['messages'], 'signature' | 'request'> => {
  const find = (messageId: string, attemptId: string): Promise<Sent> =>
    context.store.read(async (reader) => {
      const message = await selectMessage(reader, messageId);
      if (message === undefined) throw new CatalogueError('message.notFound', { messageId });
      const attempt = /^\d{1,15}$/.test(attemptId)
        ? await selectAttempt(reader, message.seq, Number(attemptId))
        : undefined;
      if (attempt === undefined) throw new CatalogueError('attempt.notFound', { messageId, attemptId });
      return {
        message,
        attempt,
        endpoint: registry.bySeq(attempt.endpoint_seq),
        headers: JSON.parse(attempt.request_headers_json) as Record<string, string>,
      };
    });

  return {
    signature: async (messageId, attemptId) => judge(await find(messageId, attemptId), context.clock.now()),
    async request(messageId, attemptId, { reveal, signAnew }) {
      const sent = await find(messageId, attemptId);
      const { headers, endpoint, message } = sent;
      if (headers['webhook-signature'] === undefined) {
        throw new CatalogueError('attempt.nothingSent', { attemptId });
      }
      const remarks: string[] = [];
      const asSent = Object.entries(headers).map(([name, value]) =>
        reveal ? revealed({ name, value }, endpoint, remarks) : { name, value },
      );
      if (!reveal && asSent.some(({ name }) => !isOurs(name))) {
        remarks.push('The values of custom headers are masked: fill them in, or copy it with values.');
      }
      return {
        url: endpoint.row.url,
        headers: signAnew ? resigned(sent, asSent, context.clock.now(), remarks) : asSent,
        body: message.body,
        remarks: signAnew ? remarks : [...remarks, ofThen(headers)],
      };
    },
  };
};

const judge = ({ message, attempt, endpoint, headers }: Sent, now: number): AttemptSignature => {
  const secrets = liveSecrets(endpoint, now);
  const basis = { toleranceSeconds, secretsTried: secrets.length };
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': value } = headers;
  if (id === undefined || timestamp === undefined || value === undefined) {
    const why = attempt.error === 'Interrupted' ? ' The service stopped during the attempt;' : '';
    return {
      ...basis,
      valid: false,
      reason: `No record of the signature.${why} its repeat has the same number.`,
    };
  }
  const start = message.body.slice(0, shownCharacters);
  const signed = `${id}.${timestamp}.${start}${start === message.body ? '' : '…'}`;
  const by = secrets.find(({ key }) => isSignedBy(key, { id, timestamp, signature: value }, message.body));
  return {
    ...basis,
    valid: by !== undefined,
    reason: by === undefined ? whyInvalid(endpoint, secrets.length) : signedBy(by),
    signed,
    timestamp: toIso(Number(timestamp) * 1000),
  };
};

const whyInvalid = ({ row }: LiveEndpoint, tried: number): string =>
  row.deleted_at === null
    ? `No valid secret of the endpoint (${tried}) matches: the secret was rotated and has expired.`
    : 'Not verifiable: the endpoint and its secrets were deleted.';

const ours: ReadonlySet<string> = new Set(['content-type', 'x-sandbox-time']);
/** Set by the service itself; the others are custom, and masked in the log. */
const isOurs = (name: string): boolean => ours.has(name) || name.startsWith('webhook-');

/** The log keeps a masked value; the endpoint's own is the same one if it looks the same masked. */
const revealed = (header: HeaderView, endpoint: LiveEndpoint, remarks: string[]): HeaderView => {
  const { name, value } = header;
  if (isOurs(name)) return header;
  const current = endpoint.headers.find((one) => one.name === name);
  if (current !== undefined && mask(current.value) === value) return { name, value: current.value };
  remarks.push(`The endpoint's header ${name} has changed since, so the sent value stays masked.`);
  return header;
};

const resigned = (
  { message, endpoint }: Sent,
  headers: readonly HeaderView[],
  now: number,
  remarks: string[],
): HeaderView[] => {
  const secrets = liveSecrets(endpoint, now);
  if (secrets.length === 0) {
    remarks.push('The endpoint and its secrets are deleted, so the original signature is kept.');
    return [...headers];
  }
  const timestamp = Math.floor(systemTime.now() / 1000);
  const keys = secrets.map(({ key }) => key);
  const current: Record<string, string> = {
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature(keys, message.id, timestamp, message.body),
  };
  remarks.push(
    `Signed with the current timestamp: consumers accept it until ${toIso((timestamp + toleranceSeconds) * 1000)}.`,
  );
  return headers.map(({ name, value }) => ({ name, value: current[name] ?? value }));
};

const ofThen = (headers: Readonly<Record<string, string>>): string => {
  const end = (Number(headers['webhook-timestamp']) + toleranceSeconds) * 1000;
  return `Signed with its original timestamp: consumers that check webhook-timestamp reject it since ${toIso(end)}. Re-sign it with the current timestamp.`;
};
