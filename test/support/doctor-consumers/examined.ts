import type { DoctorCheckId, DoctorOutcome, DoctorResult } from '#contract/doctor.ts';
import { bySystem, type Resolve, resolveDestination } from '#desk/doctor/destination.ts';
import { examine } from '#desk/doctor/examine.ts';
import { type DoctorLimits, usualLimits } from '#desk/doctor/limits.ts';
import { keyOf } from '#desk/doctor/signing.ts';
import { authorizationValue, clientId, secret } from './judge.ts';

/** With less load, so that a sound consumer bears it on any machine. */
const quickLimits: DoctorLimits = { ...usualLimits, load: { perSecond: 50, forMs: 500 } };

interface ExaminedOptions {
  readonly limits?: Partial<DoctorLimits>;
  readonly secret?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly eventTypes?: readonly string[];
  readonly load?: boolean;
  readonly ca?: string;
  readonly resolve?: Resolve;
  readonly signal?: AbortSignal;
  readonly progress?: (sent: number) => void;
}

const configured = { authorization: authorizationValue, 'x-service-clientid': clientId };

/** Tests the consumer at a URL with everything configured. */
export const examined = async (url: string, options: ExaminedOptions = {}): Promise<DoctorResult> => {
  const { headers = configured, load = false, resolve = bySystem, progress = () => undefined } = options;
  const given = 'secret' in options ? options.secret : secret;
  const limits = { ...quickLimits, ...options.limits };
  const destination = await resolveDestination(new URL(url), resolve, limits.connectMs);
  const secrets = [...Object.values(headers), ...(given === undefined ? [] : [given])];
  const subject = {
    url: new URL(url),
    headers,
    load,
    secrets,
    ...(given === undefined ? {} : { key: keyOf(given) }),
    ...(options.eventTypes === undefined ? {} : { eventTypes: options.eventTypes }),
  };
  const { signal = new AbortController().signal, ca } = options;
  return examine(subject, destination, { limits, signal, progress, ...(ca === undefined ? {} : { ca }) });
};

/** The checks with an outcome. */
export const withOutcome = ({ checks }: DoctorResult, wanted: DoctorOutcome): DoctorCheckId[] =>
  checks.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
