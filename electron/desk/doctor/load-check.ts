import { systemTime } from '#base/clock.ts';
import { formatDuration } from '#contract/format.ts';
import type { Finding } from './doctor.ts';
import { type Examination, isSuccess, p95, usualType } from './examination.ts';
import { answerText } from './exchange.ts';
import { loadCount } from './limits.ts';
import { messageOf } from './message.ts';
import type { Sent } from './sender.ts';

/** As many as a consumer of so much load would get from the service. */
const connections = 100;
/** After so many failures the rest would only add to them. */
const enoughFailures = 25;

/** Sends messages at a steady rate, whether or not those before were answered. */
export const checkLoad = async (examination: Examination): Promise<Finding> => {
  const { sender, options, headers, key, events, subject } = examination;
  const { perSecond } = options.limits.load;
  const agent = sender.agent({ keepAlive: true, maxSockets: connections });
  const answers: Sent[] = [];
  let failures = 0;
  const sendOne = async (): Promise<void> => {
    const sent = await sender.send(messageOf(events, events.next(usualType(subject)), [key]), headers, agent);
    answers.push(sent);
    if (!isSuccess(sent)) failures += 1;
  };
  const startedAt = systemTime.monotonic();
  const total = loadCount(options.limits);
  const underWay: Promise<void>[] = [];
  const problems: unknown[] = [];
  for (let n = 0; n < total && failures < enoughFailures && problems.length === 0; n += 1) {
    const dueMs = startedAt + (n * 1000) / perSecond - systemTime.monotonic();
    if (dueMs > 0) await systemTime.sleep(dueMs);
    underWay.push(sendOne().catch((error: unknown) => void problems.push(error)));
  }
  await Promise.all(underWay);
  agent.destroy();
  if (problems.length > 0) throw problems[0];
  return judge(answers, total, options.limits);
};

const judge = (
  answers: readonly Sent[],
  total: number,
  limits: Examination['options']['limits'],
): Finding => {
  const { load, usualMs } = limits;
  const times = answers.map(({ durationMs }) => durationMs);
  const rate = `${load.perSecond} messages/s for ${formatDuration(load.forMs)}`;
  const summary = `${answers.length} of ${total} messages sent (${rate}): p95 ${formatDuration(p95(times))}, slowest ${formatDuration(Math.max(...times))}`;
  const failed = answers.filter((one) => !isSuccess(one));
  if (failed.length > 0) {
    const evidence = [summary, `${failed.length} not answered 2xx: ${tally(failed)}`];
    return { outcome: 'fail', evidence, cause: 'load' };
  }
  if (p95(times) < usualMs) return { outcome: 'pass', evidence: [summary, 'All answered 2xx'] };
  return { outcome: 'fail', evidence: [summary], cause: 'loadSlow' };
};

/** Such as "429 (12), connection reset (3)". */
const tally = (answers: readonly Sent[]): string => {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answerText(answer), (counts.get(answerText(answer)) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text} (${count})`).join(', ');
};
