import { formatDuration } from '#contract/format.ts';
import type { Cause } from './causes.ts';
import type { Finding } from './doctor.ts';
import { createDoctorEvents, lifetime } from './events.ts';
import {
  clientIdHeader,
  type Examination,
  headerValue,
  kindOf,
  needsSecret,
  p95,
  undetermined,
  without,
} from './examination.ts';
import { messageOf } from './message.ts';
import type { Sent } from './sender.ts';

/** Valid events, one after another: everything else is judged against how these are answered. */

export const validCount = 20;
/** After so many in a row the others would be the same. */
const sameInRow = 3;
const lateInRow = 2;

/** Sends valid events and settles what their answers show. Answers whether all were 2xx. */
export const checkValidEvents = async (examination: Examination): Promise<boolean> => {
  const { found, subject } = examination;
  const answers = await sendValid(examination);
  found.set('redirect', redirectOf(answers));
  found.set('answers-in-time', timeOf(answers, examination));
  found.set('answers-2xx', successOf(answers, subject.key !== undefined));
  const accepted = found.get('answers-2xx')?.outcome === 'pass';
  if (accepted && !found.has('client-id')) {
    const evidence = [`${answers.length} valid events with the configured X-Service-ClientId: all 2xx`];
    found.set('client-id', { outcome: 'pass', evidence });
  }
  return accepted;
};

export const notAccepted = 'Valid events are not all answered 2xx (see answers-2xx), so this shows nothing.';

/** Requests that settle X-Service-ClientId: the event that was refused, and the same without it. */
export const clientIdCount = 2;

/**
 * Whether it is the client id alone that is refused: without it the same event gets 2xx. Everything else is then tested
 * without it, so that one fault makes one check fail.
 */
const isClientIdAtFault = async (examination: Examination, withIt: Sent, type: string): Promise<boolean> => {
  const { subject, key, sender, found, headers } = examination;
  const isConfigured = headerValue(headers, clientIdHeader) !== undefined;
  const kind = kindOf(withIt);
  if (!isConfigured || subject.key === undefined || kind === 'success' || kind === 'late') return false;
  // About a company of its own: the consumer may keep what it took.
  const events = createDoctorEvents();
  const others = without(headers, clientIdHeader);
  const withoutIt = await sender.send(messageOf(events, events.next(type), [key]), others);
  if (kindOf(withoutIt) !== 'success') return false;
  examination.headers = others;
  const evidence = [
    `With the configured X-Service-ClientId: ${withIt.line}`,
    `Without it: ${withoutIt.line}`,
    'All other checks were made without it.',
  ];
  found.set('client-id', { outcome: 'fail', evidence, cause: 'clientId' });
  return true;
};

/** Those that the endpoint is subscribed to, in the order of a company's life; over and over. */
const typesOf = ({ subject: { eventTypes } }: Examination): string[] => {
  const known = lifetime.filter((type) => eventTypes?.includes(type) ?? true);
  const others = (eventTypes ?? []).filter((type) => !lifetime.includes(type));
  const types = [...known, ...others];
  return Array.from({ length: validCount }, (_, n) => types[n % types.length] ?? 'read.completed');
};

const sendValid = async (examination: Examination): Promise<Sent[]> => {
  const { key, events, sender } = examination;
  const answers: Sent[] = [];
  const sendOne = async (type: string): Promise<void> => {
    const sent = await sender.send(messageOf(events, events.next(type), [key]), examination.headers);
    answers.push({ ...sent, line: `${type}: ${sent.line}` });
  };
  const types = typesOf(examination);
  for (const [at, type] of types.entries()) {
    await sendOne(type);
    const [first] = answers;
    if (at === 0 && first !== undefined && (await isClientIdAtFault(examination, first, type))) {
      answers.length = 0;
      await sendOne(type);
    }
    if (isHopeless(answers)) break;
    if (!areTooSlow(answers, examination)) continue;
    await Promise.all(types.slice(at + 1).map(sendOne));
    break;
  }
  return answers;
};

/** Two of 20 decide p95: the rest may come at once, so that a slow consumer is not tested for many minutes. */
const areTooSlow = (answers: readonly Sent[], { options: { limits } }: Examination): boolean =>
  answers.filter(({ status, durationMs }) => status !== undefined && durationMs >= limits.usualMs).length >=
  2;

/** What would go on so: late twice in a row, as each takes its time; three times redirected, or without as much as a status. */
const isHopeless = (answers: readonly Sent[]): boolean => {
  const last = answers.slice(-sameInRow);
  const late = answers.slice(-lateInRow).filter((one) => kindOf(one) === 'late');
  if (late.length === lateInRow) return true;
  if (last.length < sameInRow) return false;
  return last.every((one) => kindOf(one) === 'redirect') || last.every(({ status }) => status === undefined);
};

const shownLines = 5;
const linesOf = (answers: readonly Sent[]): string[] => {
  const more = answers.length - shownLines;
  return [...answers.slice(0, shownLines).map(({ line }) => line), ...(more > 0 ? [`and ${more} more`] : [])];
};

const redirectOf = (answers: readonly Sent[]): Finding => {
  const redirected = answers.filter((one) => kindOf(one) === 'redirect');
  const [first] = redirected;
  if (first !== undefined) {
    const to = first.location === undefined ? [] : [`Location: ${withoutQuery(first.location)}`];
    return { outcome: 'fail', evidence: [...linesOf(redirected), ...to], cause: 'redirects' };
  }
  const answered = answers.filter(({ status }) => status !== undefined);
  if (answered.length === 0) return undetermined('No HTTP response came.');
  return { outcome: 'pass', evidence: [`${answered.length} responses, none of them 3xx`] };
};

const withoutQuery = (location: string): string => location.replace(/[?#].*$/s, '').slice(0, 300);

const timeOf = (answers: readonly Sent[], { options: { limits } }: Examination): Finding => {
  const late = answers.filter(({ failure }) => failure === 'timeout');
  const times = answers.filter(({ failure }) => failure === undefined).map(({ durationMs }) => durationMs);
  const summary =
    times.length === 0
      ? []
      : [
          `p95 ${formatDuration(p95(times))}, slowest ${formatDuration(Math.max(...times))} of ${times.length} responses (limits: p95 ${formatDuration(limits.usualMs)}, each ${formatDuration(limits.answerMs)})`,
        ];
  if (late.length > 0) {
    return { outcome: 'fail', evidence: [...summary, ...linesOf(late)], cause: 'slow' };
  }
  if (times.length === 0) return undetermined('No HTTP response came, so there is no response time.');
  if (p95(times) < limits.usualMs) return { outcome: 'pass', evidence: summary };
  return { outcome: 'fail', evidence: summary, cause: 'slow' };
};

const successOf = (answers: readonly Sent[], knowsSecret: boolean): Finding => {
  const kinds = answers.map(kindOf);
  const failed = answers.filter((one) => kindOf(one) === 'failed');
  const refused = answers.filter((one) => kindOf(one) === 'refused');
  const broken = failed.filter(({ failure }) => failure !== undefined);
  if (!knowsSecret && broken.length === 0) {
    return { outcome: 'undetermined', evidence: [...linesOf(answers.slice(0, 2)), needsSecret] };
  }
  const bad = answers.filter((one) => ['failed', 'refused'].includes(kindOf(one)));
  if (bad.length > 0) {
    const summary = `${bad.length} of ${answers.length} valid events were not answered 2xx`;
    return { outcome: 'fail', evidence: [summary, ...linesOf(bad)], cause: causeOf(refused, failed) };
  }
  if (kinds.includes('redirect')) return undetermined('Events are redirected (see redirect).');
  if (kinds.includes('late')) return undetermined('Events are not answered in time (see answers-in-time).');
  const [first] = answers;
  const evidence = [`${answers.length} valid events, all answered 2xx`, ...(first ? [first.line] : [])];
  return { outcome: 'pass', evidence };
};

const causeOf = (refused: readonly Sent[], failed: readonly Sent[]): Cause => {
  if (refused.some(({ status }) => status === 404 || status === 405)) return 'notFound';
  if (refused.length > 0) return 'refusesValid';
  return failed.some(({ failure }) => failure !== undefined) ? 'noAnswer' : 'serverError';
};
