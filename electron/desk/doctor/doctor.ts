import type { KeyObject } from 'node:crypto';
import type { DoctorOutcome, DoctorPlan, DoctorRequest, DoctorResult, DoctorRuns } from '#contract/doctor.ts';
import type { Job } from '#contract/job.ts';
import type { Cause } from './causes.ts';
import type { Destination } from './destination.ts';
import type { DoctorLimits } from './limits.ts';

/** Tests of an integrator's endpoint. Source: `docs/reference/rules/doctor.md`. */
export interface Doctor {
  /**
   * What a run would send, and the code that confirms it. Sends nothing.
   * @throws CatalogueError `request.invalid`, `doctor.nothingToTest`, `doctor.severalEndpoints`, `doctor.addressRefused`, `webhook.notFound`
   */
  plan(request: DoctorRequest): Promise<DoctorPlan>;
  /**
   * Starts a run as a job whose result is a DoctorResult, and records it in the case that is named.
   * @throws CatalogueError as `plan`, and `doctor.unconfirmed` for a host that is not loopback
   */
  start(request: DoctorRequest, actor: string): Promise<Job>;
  /** Runs of a case, newest first, each with what changed since the run before of the same URL. @throws CatalogueError `case.notFound` */
  runs(caseId: string): Promise<DoctorRuns>;
}

/** What is tested, and what is known of it. */
export interface Subject {
  readonly url: URL;
  /** `type`s that the endpoint is subscribed to; undefined: any. */
  readonly eventTypes?: readonly string[];
  readonly key?: KeyObject;
  readonly headers: Readonly<Record<string, string>>;
  /** Texts that never get into a result. */
  readonly secrets: readonly string[];
  readonly load: boolean;
}

/** What one check found. */
export interface Finding {
  readonly outcome: DoctorOutcome;
  readonly evidence: readonly string[];
  /** Of one that failed. */
  readonly cause?: Cause;
}

export interface RunOptions {
  readonly limits: DoctorLimits;
  readonly signal: AbortSignal;
  /** @param sent requests so far */
  readonly progress: (sent: number, title: string) => void;
  /** Trusted besides the usual authorities, PEM. */
  readonly ca?: string;
}

/** Tests one endpoint. @throws the signal's reason if it is aborted */
export type Examine = (
  subject: Subject,
  destination: Destination,
  options: RunOptions,
) => Promise<DoctorResult>;
