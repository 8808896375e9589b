import type { Static } from 'typebox';
import type { PartyName } from './eligibility.ts';

/** Why a company's token was not migrated: what it means, what to do, and who does it. Source: `docs/reference/rules/tokens.md#causes-of-failure`. Plain values, for the page too. */

export const causes = [
  'bad-credentials',
  'credentials-unreadable',
  'needs-reauthorization',
  'token-replaced',
  'platform-trouble',
  'rate-limit',
  'service-trouble',
  'does-not-fit',
  'our-fault',
] as const;
export type Cause = (typeof causes)[number];

export interface CauseWords {
  readonly title: string;
  readonly meaning: string;
  readonly action: string;
  readonly responsible: Static<typeof PartyName>;
  /** A retry may help without anybody having done anything. */
  readonly passing: boolean;
}

export const causeLabels: Readonly<Record<Cause, CauseWords>> = {
  'bad-credentials': {
    title: 'Bad credentials',
    meaning: 'The credentials are missing or malformed.',
    action: 'Correct them at the source, import the corrected rows, and retry.',
    responsible: 'integrator',
    passing: false,
  },
  'credentials-unreadable': {
    title: "Credentials can't be opened",
    meaning:
      'The credentials of the row are no longer kept here, were sealed under another key, or were changed. Nothing is sent for the row.',
    action: 'Import these rows again from the original list, and run again.',
    responsible: 'support',
    passing: false,
  },
  'needs-reauthorization': {
    title: 'Needs reauthorization',
    meaning: 'The platform rejects the token: it was revoked, has expired, or lacks a scope.',
    action: "Ask the customer to connect again through the company's link page.",
    responsible: 'integrator',
    passing: false,
  },
  'token-replaced': {
    title: 'Token replaced',
    meaning: 'Another application, such as the old one, refreshed the token, so the copy is invalid.',
    action: 'Disable syncing in the old application, import the newest token, and retry.',
    responsible: 'integrator',
    passing: false,
  },
  'platform-trouble': {
    title: 'Platform error',
    meaning: 'The token is valid, but the platform failed to return some of the data.',
    action: 'Retry later. If it persists, report the data types and messages to the platform.',
    responsible: 'support',
    passing: true,
  },
  'rate-limit': {
    title: 'Rate limit',
    meaning: 'The platform or the service accepts no more requests for now.',
    action: 'Retry after the limit resets, or with lower concurrency.',
    responsible: 'support',
    passing: true,
  },
  'service-trouble': {
    title: 'Service error',
    meaning: 'The service could not be reached, or responded with an error of its own.',
    action: 'Retry. If it persists, give the correlation id to the provider.',
    responsible: 'provider',
    passing: true,
  },
  'does-not-fit': {
    title: 'The row does not fit the target',
    meaning: 'The company or connection named by the row is missing, or differs from the row.',
    action: 'Check the company on the target, correct the row, import it again, and retry.',
    responsible: 'support',
    passing: false,
  },
  'our-fault': {
    title: 'Our fault',
    meaning: 'Carryover sent a request that the service rejects, or failed itself.',
    action: 'Keep the log and the correlation id, and report it to the Carryover developers.',
    responsible: 'support',
    passing: false,
  },
};
