import { systemTime, toIso } from '#base/clock.ts';
import { type DoctorCheck, type DoctorCheckId, type DoctorResult, doctorChecks } from '#contract/doctor.ts';
import { checkAccepted } from './accepted-checks.ts';
import { announcedRequests } from './announced.ts';
import { checkValidEvents, notAccepted } from './baseline.ts';
import { fixOf, titles } from './causes.ts';
import { checkName, checkPort } from './connection-checks.ts';
import { checkReuse } from './connection-reuse.ts';
import type { Examine, Finding, Subject } from './doctor.ts';
import { createDoctorEvents } from './events.ts';
import {
  answersAtAll,
  authorization,
  clientIdHeader,
  type Examination,
  headerValue,
  isSlow,
  needsSecret,
  notApplicable,
  undetermined,
} from './examination.ts';
import { checkLoad } from './load-check.ts';
import { MachineFaultError } from './machine-fault.ts';
import { redactor } from './redact.ts';
import { checkRefused } from './refused-checks.ts';
import { createSender, OverallDeadlineError } from './sender.ts';
import { randomKey } from './signing.ts';
import { checkTls } from './tls-check.ts';

/**
 * All checks of one endpoint, in the order of their causes: what can't be known because of an earlier failure stays
 * undetermined, so that one fault makes one check fail. Source: `docs/reference/rules/doctor.md#checks`.
 */
export const examine: Examine = async (subject, destination, options) => {
  const { signal } = options;
  const at = toIso(systemTime.now());
  const most = announcedRequests(subject, options.limits);
  let title = 'Connecting';
  const counted = (sent: number): void => options.progress(sent, title);
  const sender = createSender(subject, destination, { ...options, most, counted });
  const examination: Examination = {
    subject,
    destination,
    options,
    sender,
    events: createDoctorEvents(),
    key: subject.key ?? randomKey(),
    headers: subject.headers,
    found: new Map(),
  };
  let missing = 'Not tested, because an earlier check failed.';
  try {
    missing = await carryOut(examination, (next) => {
      title = next;
      counted(sender.count());
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OverallDeadlineError || error instanceof MachineFaultError)) throw error;
    missing = error.message;
  } finally {
    sender.close();
  }
  signal.throwIfAborted();
  const redact = redactor(subject.secrets);
  const checks = doctorChecks.map(
    (id): DoctorCheck => checkOf(id, examination.found.get(id) ?? undetermined(missing), redact),
  );
  return { url: subject.url.href, at, requests: sender.count(), checks, verdict: verdictOf(checks) };
};

/** Answers why what was not tested was not. */
const carryOut = async (examination: Examination, progress: (title: string) => void): Promise<string> => {
  const { found, subject } = examination;
  leaveOut(found, subject);
  const unreachable = await checkConnection(examination);
  if (unreachable !== undefined) return unreachable;
  progress('Sending valid events');
  const accepts = await checkValidEvents(examination);
  if (accepts) {
    progress('Sending unusual events');
    await checkAccepted(examination);
  }
  const waits = accepts || (subject.key === undefined && answersAtAll(examination));
  if (waits && isSlow(examination)) {
    found.set('connection-reuse', undetermined(tooSlow));
    if (subject.load) found.set('load', undetermined(tooSlow));
  } else if (waits) {
    progress('Reusing a connection');
    found.set('connection-reuse', await checkReuse(examination));
  }
  if (accepts && subject.load && !found.has('load')) {
    progress('Sending load');
    found.set('load', await checkLoad(examination));
  }
  progress('Sending what must be refused');
  await checkRefused(examination, accepts);
  return subject.key === undefined ? needsSecret : notAccepted;
};

const tooSlow = 'Not tested: responses are too slow (see answers-in-time).';

/** What does not apply, whatever the consumer does. */
const leaveOut = (found: Examination['found'], { url, load, headers }: Subject): void => {
  if (url.protocol !== 'https:') found.set('tls', notApplicable('The URL is http.'));
  if (!load) found.set('load', notApplicable('Not asked for (--load).'));
  if (headerValue(headers, authorization) === undefined) {
    found.set('auth-required', notApplicable('No Authorization is configured.'));
  }
  if (headerValue(headers, clientIdHeader) === undefined) {
    found.set('client-id', notApplicable('No X-Service-ClientId is configured.'));
  }
};

/** Answers why nothing is sent; undefined if something is. */
const checkConnection = async ({ found, destination, options }: Examination): Promise<string | undefined> => {
  const { limits, signal } = options;
  found.set('dns', checkName(destination));
  if (destination.addresses.length === 0)
    return 'Nothing was sent: the host name does not resolve (see dns).';
  found.set('tcp', await checkPort(destination, limits.connectMs, signal));
  signal.throwIfAborted();
  if (found.get('tcp')?.outcome !== 'pass') return 'Nothing was sent: no connection (see tcp).';
  if (destination.url.protocol !== 'https:') return undefined;
  const { trusted, ...tls } = await checkTls(destination, options);
  signal.throwIfAborted();
  found.set('tls', tls);
  return trusted ? undefined : 'Nothing was sent: the TLS connection is not trusted (see tls).';
};

/** As the contract allows. */
const mostLines = 50;

const checkOf = (id: DoctorCheckId, finding: Finding, redact: (line: string) => string): DoctorCheck => {
  const { outcome, evidence, cause } = finding;
  const fix = cause === undefined ? undefined : fixOf(cause);
  return {
    id,
    outcome,
    title: titles[id],
    evidence: evidence.slice(0, mostLines).map(redact),
    ...(fix === undefined ? {} : { fix: fix.text, ...(fix.sample && { sample: fix.sample }) }),
  };
};

/** What does not apply changes nothing. */
const verdictOf = (checks: readonly DoctorCheck[]): DoctorResult['verdict'] => {
  if (checks.some(({ outcome }) => outcome === 'fail')) return 'fail';
  return checks.some(({ outcome }) => outcome === 'undetermined') ? 'undetermined' : 'pass';
};
