import { systemTime, toIso } from '#base/clock.ts';
import type { HeaderCheckResult } from '#contract/header-setup.ts';
import type { Attempt } from '#contract/message.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { adviceFor } from './advice.ts';
import { compareMasked } from './compare.ts';
import type { ExpectedHeader } from './expected.ts';

/** An attempt ends after 15 s at the latest (`docs/reference/rules/delivery.md#outcome`); the rest is for it to begin and to be logged. */
const patienceMs = 20_000;
const pollMs = 25;

/** Sends a test event and checks its attempt. */
export const checkLocal = async (
  control: ServiceControl,
  webhookId: string,
  headers: readonly ExpectedHeader[],
  eventType: string | undefined,
): Promise<HeaderCheckResult> => {
  const { messageId } = await control.endpoints.test(webhookId, eventType);
  const attempt = await attemptOf(control, messageId, webhookId);
  const common = { at: toIso(systemTime.now()), webhookId, by: 'test-event' as const, messageId };
  if (attempt === undefined) {
    return { ...common, error: 'NoAttempt', passed: false, headers: [], advice: [await whyNone(control)] };
  }
  const { statusCode, error } = attempt;
  const seen = {
    ...common,
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(error === undefined ? {} : { error }),
    headers: compareMasked(headers, attempt.requestHeaders),
  };
  const arrived = error === undefined && statusCode !== undefined && statusCode >= 200 && statusCode < 300;
  const advice = adviceFor(seen);
  if (headers.every(({ legacyOnly }) => legacyOnly)) {
    advice.push('No custom headers are set on the endpoint, so none were sent.');
  }
  return { ...seen, passed: arrived && seen.headers.every(({ result }) => result === 'as-set'), advice };
};

const attemptOf = async (
  control: ServiceControl,
  messageId: string,
  webhookId: string,
): Promise<Attempt | undefined> => {
  const patientUntil = systemTime.now() + patienceMs;
  for (;;) {
    const { attempts } = await control.messages.show(messageId);
    const attempt = attempts.find((one) => one.webhookId === webhookId);
    if (attempt !== undefined || systemTime.now() > patientUntil) return attempt;
    if ((await control.clock.show()).paused) return undefined;
    await systemTime.sleep(pollMs);
  }
};

const whyNone = async (control: ServiceControl): Promise<string> =>
  (await control.clock.show()).paused
    ? 'The clock of the local service is paused, so nothing is sent. Resume it, and check again.'
    : 'The test event was not sent within 20 s. See the message log, then check again.';
