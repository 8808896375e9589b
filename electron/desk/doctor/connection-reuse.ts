import type { Socket } from 'node:net';
import { formatCount } from '#contract/format.ts';
import type { Finding } from './doctor.ts';
import { type Examination, usualType } from './examination.ts';
import { messageOf } from './message.ts';
import type { Sent } from './sender.ts';

/** Requests of this check. */
export const reuseCount = 20;

/** Sends requests on one connection: it stays open, or the consumer says that it closes it. */
export const checkReuse = async (examination: Examination): Promise<Finding> => {
  const { sender, events, subject, key, headers } = examination;
  const agent = sender.agent({ keepAlive: true, maxSockets: 1 });
  const answers: Sent[] = [];
  for (let n = 0; n < reuseCount; n += 1) {
    const sent = await sender.send(messageOf(events, events.next(usualType(subject)), [key]), headers, agent);
    answers.push(sent);
    if (sent.failure !== undefined) break;
  }
  agent.destroy();
  const connections = new Set(answers.flatMap(({ socket }) => socket ?? [])).size;
  const announced = answers.filter(({ closes }) => closes).length;
  const last = answers.at(-1);
  const summary = `${formatCount(answers.length, 'request')} on ${formatCount(connections, 'connection')}, ${announced === 0 ? 'no close' : formatCount(announced, 'close')} announced`;
  if (last?.failure !== undefined) {
    const evidence = [summary, last.line];
    return { outcome: 'fail', evidence, cause: 'reuse' };
  }
  if (answers.some(({ cutOff }) => cutOff)) {
    const evidence = [
      summary,
      'Not known: the response is longer than 1 MiB, so the doctor closed the connection.',
    ];
    return { outcome: 'not-applicable', evidence };
  }
  const unannounced = cuts(answers);
  if (unannounced === 0) return { outcome: 'pass', evidence: [summary] };
  const evidence = [summary, `${formatCount(unannounced, 'connection')} closed without "Connection: close"`];
  return { outcome: 'fail', evidence, cause: 'reuse' };
};

/** How often a request went on a new connection although the one before it was to stay open. */
const cuts = (answers: readonly Sent[]): number =>
  answers.filter((sent, n) => {
    const before = answers[n - 1];
    return before !== undefined && !before.closes && !isSame(before.socket, sent.socket);
  }).length;

const isSame = (a: Socket | undefined, b: Socket | undefined): boolean => a === b;
