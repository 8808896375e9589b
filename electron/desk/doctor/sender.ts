import { type Agent, type ClientRequest, Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { isIP } from 'node:net';
import { systemTime } from '#base/clock.ts';
import { packageVersion } from '#base/package-root.ts';
import { formatDuration } from '#contract/format.ts';
import { type Destination, pinned } from './destination.ts';
import type { RunOptions, Subject } from './doctor.ts';
import { type Answer, answerText, exchange, type Outgoing } from './exchange.ts';

/** What is sent besides the headers that are configured. */
export interface Signed {
  readonly id: string;
  readonly body: string;
  /** Left out of the request where undefined. */
  readonly timestamp: number | undefined;
  readonly signature: string | undefined;
  /** `id` goes unsent, too. */
  readonly bare?: boolean;
}

export interface Sent extends Answer {
  /** Such as "POST /hooks with webhook-id msg_… → 200 in 12 ms". */
  readonly line: string;
}

/** Sends requests to one endpoint: never more than announced, each on its own connection unless an agent is given. */
export interface Sender {
  /** @throws OverallDeadlineError; the signal's reason if it was aborted */
  send(signed: Signed, headers?: Readonly<Record<string, string>>, agent?: Agent): Promise<Sent>;
  agent(options: { readonly keepAlive: boolean; readonly maxSockets: number }): Agent;
  count(): number;
  close(): void;
}

/** The whole test has taken its time. */
export class OverallDeadlineError extends Error {
  constructor(ms: number) {
    super(`The test was stopped after ${formatDuration(ms)}.`);
  }
}

interface SenderOptions extends Omit<RunOptions, 'progress'> {
  /** Requests that were announced. */
  readonly most: number;
  /** Called with each request. */
  readonly counted: (sent: number) => void;
}

export const createSender = (subject: Subject, destination: Destination, options: SenderOptions): Sender => {
  const { limits, signal, most, counted } = options;
  const inFlight = new Set<ClientRequest>();
  const agents: Agent[] = [];
  let sent = 0;
  let over: Error | undefined;
  const stop = (why: Error): void => {
    over ??= why;
    for (const request of inFlight) request.destroy();
  };
  const aborted = (): void => stop(signal.reason as Error);
  signal.addEventListener('abort', aborted);
  if (signal.aborted) aborted();
  const cancel = systemTime.after(limits.overallMs, () => stop(new OverallDeadlineError(limits.overallMs)));
  const newAgent = (given: { keepAlive: boolean; maxSockets: number }): Agent => {
    const agent = subject.url.protocol === 'https:' ? new TlsAgent(given) : new PlainAgent(given);
    agents.push(agent);
    return agent;
  };
  const single = newAgent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const wire = {
    url: subject.url,
    answerMs: limits.answerMs,
    readBytes: limits.readBytes,
    options: {
      lookup: pinned(destination),
      ...(options.ca === undefined ? {} : { ca: options.ca }),
      ...(isIP(destination.host) === 0 ? { servername: destination.host } : {}),
    },
  };
  return {
    async send(signed, headers = subject.headers, agent = single) {
      if (over !== undefined) throw over;
      if (sent >= most) throw new Error(`More than the ${most} requests that were announced.`);
      sent += 1;
      counted(sent);
      let own: ClientRequest | undefined;
      const answer = await exchange({ ...wire, agent }, outgoing(signed, headers), (request) => {
        own = request;
        inFlight.add(request);
      });
      if (own !== undefined) inFlight.delete(own);
      if (over !== undefined) throw over;
      return { ...answer, line: lineOf(subject.url, signed, answer) };
    },
    agent: newAgent,
    count: () => sent,
    close() {
      cancel();
      signal.removeEventListener('abort', aborted);
      for (const agent of agents) agent.destroy();
    },
  };
};

const agentName = `carryover-doctor/${packageVersion()}`;

const outgoing = (
  { id, body, timestamp, signature, bare }: Signed,
  headers: Readonly<Record<string, string>>,
): Outgoing => ({
  headers: {
    'content-type': 'application/json',
    'user-agent': agentName,
    ...(bare ? {} : { 'webhook-id': id }),
    ...(timestamp === undefined ? {} : { 'webhook-timestamp': String(timestamp) }),
    ...(signature === undefined ? {} : { 'webhook-signature': signature }),
    ...headers,
  },
  body: Buffer.from(body),
});

/** The query may hold a secret. */
const lineOf = (url: URL, { id, bare }: Signed, answer: Answer): string =>
  `POST ${shortPath(url.pathname)} ${bare ? 'without webhook headers' : `with webhook-id ${id}`} → ${answerText(answer)} in ${formatDuration(answer.durationMs)}`;

const longest = 80;
const shortPath = (path: string): string => (path.length > longest ? `${path.slice(0, longest)}…` : path);
