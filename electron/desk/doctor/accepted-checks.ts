import { systemTime } from '#base/clock.ts';
import { formatBytes } from '#contract/format.ts';
import type { Cause } from './causes.ts';
import type { Finding, Subject } from './doctor.ts';
import { largeBody, unknownType } from './events.ts';
import { carryOutAll, type Examination, isSlow, isSuccess, usualType } from './examination.ts';
import { messageOf, nowSeconds } from './message.ts';
import type { Sent, Signed } from './sender.ts';
import { randomKey } from './signing.ts';

/** Unusual events that a consumer must take: each is answered 2xx. */

const largeBytes = 256 * 1024;
/** How much older the event is that comes second. */
const earlierMs = 60_000;

/** Requests of all checks of this file. */
export const acceptedCount = 9;

export const checkAccepted = async (examination: Examination): Promise<void> => {
  const checks = {
    'large-payload': checkLarge,
    'unknown-event-type': checkUnknownType,
    'out-of-order': checkOrder,
    'duplicate-id': checkDuplicate,
    rotation: checkRotation,
  } as const;
  const tasks = Object.entries(checks).map(([id, check]) => async (): Promise<void> => {
    examination.found.set(id as keyof typeof checks, await check(examination));
  });
  await carryOutAll(isSlow(examination), tasks);
};

/** Sends messages in turn until one is not answered 2xx. */
const allAccepted = async (
  examination: Examination,
  messages: readonly (readonly [string, Signed])[],
  cause: Cause,
): Promise<Finding> => {
  const { sender, headers } = examination;
  const evidence: string[] = [];
  for (const [what, message] of messages) {
    const sent: Sent = await sender.send(message, headers);
    evidence.push(`${what}: ${sent.line}`);
    if (isSuccess(sent)) continue;
    const isSlowAnyway = sent.failure === 'timeout' && isSlow(examination);
    return isSlowAnyway ? { outcome: 'undetermined', evidence } : { outcome: 'fail', evidence, cause };
  }
  return { outcome: 'pass', evidence };
};

const checkLarge = (examination: Examination): Promise<Finding> => {
  const { events, subject, key } = examination;
  const body = largeBody(events.next(usualType(subject)), largeBytes);
  const what = `${formatBytes(Buffer.byteLength(body))}`;
  return allAccepted(examination, [[what, messageOf(events, body, [key])]], 'bodyLimit');
};

const checkUnknownType = (examination: Examination): Promise<Finding> => {
  const { events, key } = examination;
  const message = messageOf(events, events.next(unknownType), [key]);
  return allAccepted(examination, [[`Event type ${unknownType}`, message]], 'unknownTypes');
};

const checkOrder = (examination: Examination): Promise<Finding> => {
  const { events, subject, key } = examination;
  const type = usualType(subject);
  const newer = messageOf(events, events.next(type), [key]);
  const timestamp = nowSeconds() - earlierMs / 1000;
  const older = messageOf(events, events.next(type, systemTime.now() - earlierMs), [key], { timestamp });
  const pair = [
    ['An event', newer],
    ['Then one generated and signed 1 min before it', older],
  ] as const;
  const messages = takesBoth(subject) ? [...pair, ...lateCreation(examination, timestamp)] : pair;
  return allAccepted(examination, messages, 'order');
};

/** What refuses an event of something that it was not told of yet depends on the order, too. */
const lateCreation = ({ events, key }: Examination, timestamp: number) => {
  const [linked, created] = events.linkedThenCreated(earlierMs);
  return [
    ['connection.connected of a connection not told of yet', messageOf(events, linked, [key])],
    ['Then its connection.created, 1 min older', messageOf(events, created, [key], { timestamp })],
  ] as const;
};

const takesBoth = ({ eventTypes }: Subject): boolean =>
  eventTypes === undefined ||
  ['connection.created', 'connection.connected'].every((type) => eventTypes.includes(type));

const checkDuplicate = (examination: Examination): Promise<Finding> => {
  const { events, subject, key } = examination;
  const message = messageOf(events, events.next(usualType(subject)), [key]);
  const pair = [
    ['First delivery', message],
    ['The same again', message],
  ] as const;
  return allAccepted(examination, pair, 'duplicates');
};

/** During a rotation two secrets sign; the one that the consumer knows may come second. */
const checkRotation = (examination: Examination): Promise<Finding> => {
  const { events, subject, key } = examination;
  const message = messageOf(events, events.next(usualType(subject)), [randomKey(), key]);
  return allAccepted(examination, [['Two signatures, the second one valid', message]], 'rotation');
};
