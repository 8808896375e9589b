import type { Scenarios } from '#contract/scenarios.ts';
import type { StateForks } from '#contract/states.ts';
import type { StatesModule } from '#control/states.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { Cutover } from '#desk/cutover/index.ts';
import type { Doctor } from '#desk/doctor/doctor.ts';
import type { Eligibility } from '#desk/eligibility/index.ts';
import type { EndpointHeadersModule } from '#desk/endpoints/headers/headers.ts';
import type { Exchange } from '#desk/exchange/exchange.ts';
import type { Mails } from '#desk/exchange/mails/mails.ts';
import type { IdentityService } from '#desk/identity/index.ts';
import type { Jobs } from '#desk/jobs/jobs.ts';
import type { Reports } from '#desk/reports/reports.ts';
import type { Sample } from '#desk/sample/sample.ts';
import type { Targets } from '#desk/targets/targets.ts';
import type { Runbooks } from '#desk/tokens/managed/runbooks.ts';
import type { Tokens } from '#desk/tokens/tokens.ts';
import type { Upkeep } from '#desk/upkeep/upkeep.ts';
import type { Uploads } from '#desk/upkeep/uploads.ts';
import type { Verification } from '#desk/verification/verification.ts';
import type { TargetWatch } from '#desk/watch/index.ts';
import type { BackupsModule } from './backups.ts';
import type { SandboxSwitch } from './sandboxes.ts';

/** The modules of the desk that its API offers. */
export interface DeskModules {
  readonly targets: Targets;
  readonly cases: Cases;
  readonly identity: IdentityService;
  readonly jobs: Jobs;
  readonly mails: Mails;
  readonly eligibility: Eligibility;
  readonly cutover: Cutover;
  readonly doctor: Doctor;
  readonly endpointHeaders: EndpointHeadersModule;
  readonly exchange: Exchange;
  readonly reports: Reports;
  readonly sample: Sample;
  readonly tokens: Tokens;
  readonly runbooks: Runbooks;
  readonly uploads: Uploads;
  readonly upkeep: Upkeep;
  readonly backups: BackupsModule;
  readonly sandboxes: SandboxSwitch | undefined;
  readonly states: (StatesModule & StateForks) | undefined;
  readonly scenarios: Scenarios | undefined;
  readonly verification: Verification;
  readonly watch: Pick<TargetWatch, 'check' | 'noteProfile' | 'checkIfLocal'>;
}
