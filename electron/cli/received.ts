import { toIso } from '#base/clock.ts';
import { formatDuration, formatInstant } from '#contract/format.ts';
import { colors } from './colors.ts';
import type { Received } from './consumer.ts';

/** A request that came, as one line of JSON: a line of a recording for `carryover cutover parity`, too. */
export const receivedJson = (received: Received): unknown => ({
  at: toIso(received.at),
  url: received.url,
  verified: received.problem === undefined,
  ...(received.problem === undefined ? {} : { problem: received.problem }),
  times: received.times,
  answered: received.answered,
  ...(received.forwarded === undefined ? {} : { forwarded: forwardedJson(received.forwarded) }),
  headers: received.headers,
  body: parsed(received.body) ?? received.body,
});

/**
 * A request that came, as a person reads it: one line, and unless `brief`, what it carries. Its time is the sandbox's
 * where that is virtual.
 */
export const formatReceived = (received: Received, brief: boolean): string => {
  const body = parsed(received.body);
  const sandboxTime = received.headers['x-sandbox-time'];
  const line = [
    colors.dim(typeof sandboxTime === 'string' ? formatInstant(sandboxTime) : timeOfDay(received.at)),
    verdict(received),
    colors.bold(nameOf(body)),
    colors.dim(String(received.headers['webhook-id'] ?? '')),
    received.times > 1 ? colors.yellow(`×${received.times}`) : '',
    outcome(received),
  ];
  const first = line.filter((part) => part !== '').join('  ');
  if (brief) return first;
  const shown = body === undefined ? received.body : JSON.stringify(body, undefined, 2);
  return `${first}\n${shown.replace(/^/gm, '    ')}\n`;
};

const forwardedJson = ({ problem, durationMs }: NonNullable<Received['forwarded']>) => ({
  durationMs,
  ...(problem === undefined ? {} : { problem }),
});

/** Of a forwarded message the consumer's response; else only one that is no success. */
const outcome = ({ answered, forwarded, problem }: Received): string => {
  if (forwarded?.problem !== undefined) return colors.red(`no response: ${forwarded.problem}`);
  const taken = forwarded === undefined ? '' : ` in ${formatDuration(forwarded.durationMs)}`;
  const text = `response ${answered}${taken}`;
  if (answered >= 300) return colors.red(text);
  return forwarded === undefined || problem !== undefined ? '' : colors.green(text);
};

const timeOfDay = (at: number): string => new Date(at).toTimeString().slice(0, 8);

const verdict = ({ problem }: Received): string =>
  problem === undefined ? colors.green('✓ signature') : colors.red(`✗ ${problem}`);

/** The event type of the new service, or the RuleType of the legacy mechanism. */
const nameOf = (body: unknown): string => {
  const { eventType, RuleType } = (body ?? {}) as { eventType?: unknown; RuleType?: unknown };
  const name = eventType ?? RuleType;
  return typeof name === 'string' ? name : 'not an event';
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
