import type { Collector, EligibilityRow, Party } from '#contract/eligibility.ts';

/** The nine checks of eligibility as data. Source: `docs/reference/rules/eligibility.md#checks`. */

export interface CheckDefinition {
  readonly row: EligibilityRow;
  /** The title: the existing setup. */
  readonly setup: string;
  /** The effect of its presence. */
  readonly effect: 'blocks' | 'request' | 'may-migrate';
  /** Collectors that can show absence. */
  readonly collectors: readonly Collector[];
  /** An answer may say that it is absent. Presence may be answered for every check. */
  readonly absentByAnswer: boolean;
  /** What to do when it is present, and who does it. */
  readonly action: { readonly responsible: Party; readonly what: string };
  /** What would settle it while it is unknown. */
  readonly settledBy: string;
  /** What is carried over to the new service when it is present. */
  readonly carryOver?: string;
}

export const checkDefinitions: readonly CheckDefinition[] = [
  {
    row: 'email-notifications',
    setup: 'Email notifications',
    effect: 'may-migrate',
    collectors: ['configuration'],
    absentByAnswer: true,
    action: {
      responsible: 'integrator',
      what: 'Rebuild the emails in an automation tool triggered by webhook events: emails are not carried over. The recipes of this case are ready to paste.',
    },
    settledBy: 'Read the rules from the target or an exported file.',
  },
  {
    row: 'alerts-endpoints',
    setup: 'Calls to the alerts endpoints',
    effect: 'blocks',
    collectors: ['source', 'traffic', 'live', 'exec'],
    absentByAnswer: false,
    action: {
      responsible: 'integrator',
      what: 'Remove every call to the alerts endpoints (/rules/alerts, /rules/{ruleId}/alerts, /rules/alerts/{alertId}). They stop responding after the migration; the new service retries for 28 hours and keeps a message log.',
    },
    settledBy:
      'Scan the whole source code, read traffic of at least 7 days with other calls to this API, observe the application on the local service for as long, or confirm the coverage of a test run against it.',
  },
  {
    row: 'rule-id',
    setup: 'Logic that uses RuleId',
    effect: 'blocks',
    collectors: ['source'],
    absentByAnswer: false,
    action: {
      responsible: 'integrator',
      what: 'Remove all logic that uses RuleId, and distinguish events by RuleType: the new service sends no RuleId.',
    },
    settledBy: 'Scan the whole source code of the application that receives the webhooks.',
  },
  {
    row: 'company-agnostic',
    setup: 'Only company-agnostic webhooks',
    effect: 'request',
    collectors: ['configuration'],
    absentByAnswer: true,
    action: {
      responsible: 'support',
      what: 'Request the migration: the rules become endpoints that receive the messages of all companies.',
    },
    settledBy: 'Read the rules from the target or an exported file.',
    carryOver: 'Company-agnostic rules become endpoints without Channels.',
  },
  {
    row: 'company-specific',
    setup: 'Company-specific webhooks',
    effect: 'request',
    collectors: ['configuration'],
    absentByAnswer: true,
    action: {
      responsible: 'support',
      what: 'Request the migration: the companyId of each rule appears in the Channels of its endpoint. Check that afterwards.',
    },
    settledBy: 'Read the rules from the target or an exported file.',
    carryOver: 'Company-specific rules become endpoints with the companyId in their Channels.',
  },
  {
    row: 'client-id-header',
    setup: 'X-Service-ClientId is read',
    effect: 'request',
    collectors: ['source'],
    absentByAnswer: true,
    action: {
      responsible: 'support',
      what: 'Request the migration: X-Service-ClientId is carried over with the rules. Check that each endpoint has it.',
    },
    settledBy: 'Scan the source code of the application, or ask the integrator.',
    carryOver: 'The header X-Service-ClientId, as a custom header of each endpoint.',
  },
  {
    row: 'auth-header-profile',
    setup: 'Auth header set by the profile endpoint',
    effect: 'request',
    collectors: ['configuration'],
    absentByAnswer: true,
    action: {
      responsible: 'support',
      what: "Request the migration: the profile's auth header is carried over as the custom header Authorization. Check that each endpoint has it.",
    },
    settledBy: 'Read the profile from the target or an exported file.',
    carryOver: "The profile's auth header, as the custom header Authorization of each endpoint.",
  },
  {
    row: 'auth-header-portal',
    setup: 'Auth header set in the portal',
    effect: 'request',
    collectors: [],
    absentByAnswer: true,
    action: {
      responsible: 'support',
      what: "Request the migration: the portal's auth header is carried over as the custom header Authorization. Check that each endpoint has it.",
    },
    settledBy: 'Ask the integrator whether the portal sets an auth header: no file shows it.',
    carryOver: "The portal's auth header, as the custom header Authorization of each endpoint.",
  },
  {
    row: 'retry-after',
    setup: 'Retry-After controls the spacing of retries',
    effect: 'request',
    collectors: ['source'],
    absentByAnswer: true,
    action: {
      responsible: 'integrator',
      what: 'Stop spacing retries by Retry-After: the new service records it, but follows its own schedule of 8 attempts over 28 hours.',
    },
    settledBy: 'Scan the source code of the application, or ask the integrator.',
  },
];

const byRow = new Map(checkDefinitions.map((definition) => [definition.row, definition]));

export const definitionOf = (row: EligibilityRow): CheckDefinition => byRow.get(row) as CheckDefinition;
