/** What bounds a test of an endpoint. Source: `docs/reference/rules/doctor.md#limits`. */
export interface DoctorLimits {
  /** For one request with its answer, ms: as the service gives a consumer. */
  readonly answerMs: number;
  /** What p95 of the answers must be under, ms. */
  readonly usualMs: number;
  /** For looking a name up, connecting, and a TLS handshake, ms each. */
  readonly connectMs: number;
  /** For the whole test, ms. */
  readonly overallMs: number;
  /** How much of an answer is read, bytes. */
  readonly readBytes: number;
  /** Days that a certificate must have left. */
  readonly certificateDays: number;
  /** Of `load`. */
  readonly load: { readonly perSecond: number; readonly forMs: number };
}

export const usualLimits: DoctorLimits = {
  answerMs: 15_000,
  usualMs: 5000,
  connectMs: 10_000,
  overallMs: 20 * 60_000,
  readBytes: 1_048_576,
  certificateDays: 30,
  load: { perSecond: 50, forMs: 10_000 },
};

/** Messages of `load`. */
export const loadCount = ({ load }: DoctorLimits): number => Math.round((load.perSecond * load.forMs) / 1000);
