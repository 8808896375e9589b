import { systemTime, toIso } from '#base/clock.ts';
import {
  type EligibilityRow,
  type Evidence,
  type Finding,
  findingLimit,
  type RowStatement,
} from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import type { ProfileMark } from '#desk/cases/profile-header.ts';
import { findingId } from './finding-id.ts';
import type { GivenFiles } from './reading/manifest.ts';

/** `gone`: the target answers 404, as a client that is cut over may. Absent: it was not looked at. */
type Part<T> = T | 'gone';

/** A rule as a target tells it; its type may be one that is not known here. */
export interface ConfiguredRule {
  readonly id: string;
  readonly type: string;
  readonly companyId?: string;
  readonly notifiers: { readonly emails: readonly string[]; readonly webhook?: string };
}

/** The legacy set-up as it was read. Values of secrets are not in it. */
export interface Configuration {
  readonly scope: string;
  readonly origin: string;
  /** SHA-256 of the files, hex. */
  readonly digest?: string;
  /** The files as `sha256sum` sees them. */
  readonly given?: GivenFiles;
  readonly files?: number;
  readonly bytes?: number;
  /** It was read from the local copy of the service. */
  readonly isLocal?: boolean;
  readonly rules?: Part<readonly ConfiguredRule[]>;
  /** Whether it has an auth header is all that is kept of it; of a target also a mark of its value. */
  readonly profile?: Part<{ readonly hasAuthHeader: boolean; readonly mark?: ProfileMark }>;
  readonly webhooks?: Part<readonly unknown[]>;
  /** From the attempt log of the local service. */
  readonly retryAfter?: RetryAfterSeen;
}

/** Answers to legacy attempts that carried `Retry-After`. */
export interface RetryAfterSeen {
  readonly count: number;
  readonly first?: string;
  readonly last?: string;
  readonly hosts: readonly string[];
}

interface Seen {
  readonly row: EligibilityRow;
  readonly statement: Omit<RowStatement, 'row'>;
  readonly findings: readonly Finding[];
}

/** Evidence of what was read; only rows that something was read for are stated. Source: `docs/reference/rules/eligibility.md#checks`. */
export const configurationEvidence = (
  read: Configuration,
  id: string,
): Evidence & Pick<GivenFiles, 'manifest'> => {
  const setup = [...ofRules(read.rules), ...ofProfile(read.profile)];
  const seen = [...(isEmptyCopy(read) ? setup.map(nothingSeen) : setup), ...ofAttempts(read.retryAfter)];
  const findings = seen.flatMap((one) => one.findings);
  const entries = [read.rules, read.webhooks].flatMap((part) => (Array.isArray(part) ? part : [])).length;
  return {
    id,
    collector: 'configuration',
    scope: read.scope,
    at: toIso(systemTime.now()),
    origin: read.origin,
    ...(read.digest === undefined ? {} : { digest: read.digest }),
    ...read.given,
    read: {
      ...(read.files === undefined ? {} : { files: read.files }),
      ...(read.bytes === undefined ? {} : { bytes: read.bytes }),
      entries,
      skipped: [],
      skippedCount: 0,
    },
    rows: seen.map((one) => ({ row: one.row, ...one.statement, findingCount: one.findings.length })),
    findings: findings.slice(0, findingLimit),
    findingCount: findings.length,
  };
};

/** A local copy that nobody filled tells nothing about the integrator's own set-up. */
const isEmptyCopy = ({ isLocal, rules, profile }: Configuration): boolean =>
  isLocal === true &&
  Array.isArray(rules) &&
  rules.length === 0 &&
  !(typeof profile === 'object' && profile.hasAuthHeader);

const nothingSeen = ({ row, findings }: Seen): Seen => ({
  row,
  findings,
  statement: {
    says: 'nothing-seen',
    because:
      "The local copy of the service has no rules and no auth header: that says nothing about the integrator's own set-up. Read it from their target or from exported files, or seed the copy with it.",
  },
});

const gone = 'can no longer be read: the target answers 404, as for a client that is cut over.';

type Rules = Exclude<Configuration['rules'], 'gone' | undefined>;

const ofRules = (rules: Configuration['rules']): Seen[] => {
  if (rules === undefined) return [];
  const rows = ['email-notifications', 'company-agnostic', 'company-specific'] as const;
  if (rules === 'gone') {
    return rows.map((row) => ({
      row,
      statement: { says: 'nothing-seen', because: `The rules ${gone}` },
      findings: [],
    }));
  }
  const mailing = rules.filter(({ notifiers }) => notifiers.emails.length > 0);
  const specific = rules.filter(({ companyId }) => companyId !== undefined);
  const agnostic = specific.length === 0 ? rules : [];
  const read = `${formatCount(rules.length, 'rule')} ${rules.length === 1 ? 'was' : 'were'} read`;
  return [
    seenIn(
      'email-notifications',
      mailing,
      `${read}; ${mailing.length} with emails.`,
      'Its rule sends mails.',
    ),
    seenIn(
      'company-agnostic',
      agnostic,
      `${read}; ${specific.length} with a companyId.`,
      'No rule is for one company alone.',
    ),
    seenIn(
      'company-specific',
      specific,
      `${read}; ${specific.length} with a companyId.`,
      'Its rule is for one company alone.',
    ),
  ];
};

const seenIn = (row: EligibilityRow, rules: Rules, because: string, why: string): Seen => ({
  row,
  statement: { says: rules.length > 0 ? 'present' : 'absent', because },
  findings: rules.map((rule) => ({
    id: findingId(row, 'rule', rule.id),
    row,
    kind: 'rule',
    weak: false,
    confidence: 'high',
    place: { kind: 'resource', resource: 'rule', id: rule.id, text: ruleText(rule) },
    why,
  })),
});

/** The path of a webhook may hold a token of its own: the host says enough. */
const ruleText = ({ id, type, companyId, notifiers: { emails, webhook } }: Rules[number]): string => {
  const where = [
    ...(webhook === undefined ? [] : [`webhook at ${hostOf(webhook)}`]),
    ...(emails.length === 0 ? [] : [`mails to ${emails.length}`]),
    ...(companyId === undefined ? [] : [`company ${companyId}`]),
  ];
  return [`rule ${id} (${type})`, ...where].join(', ');
};

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'an unreadable URL');

const ofProfile = (profile: Configuration['profile']): Seen[] => {
  if (profile === undefined) return [];
  const row = 'auth-header-profile';
  if (profile === 'gone') {
    return [{ row, statement: { says: 'nothing-seen', because: `The profile ${gone}` }, findings: [] }];
  }
  if (!profile.hasAuthHeader) {
    return [
      {
        row,
        statement: { says: 'absent', because: 'The profile was read; it has no auth header.' },
        findings: [],
      },
    ];
  }
  const finding: Finding = {
    id: findingId(row, 'profile', 'alertAuthHeader'),
    row,
    kind: 'profile',
    weak: false,
    confidence: 'high',
    place: { kind: 'resource', resource: 'profile', text: 'profile, alertAuthHeader' },
    why: 'The profile sets an auth header for webhooks.',
  };
  return [
    {
      row,
      statement: { says: 'present', because: 'The profile was read; its alertAuthHeader is set.' },
      findings: [finding],
    },
  ];
};

/** A log without any `Retry-After` shows nothing: consumers send it when they are busy. */
const ofAttempts = (seen: RetryAfterSeen | undefined): Seen[] => {
  if (seen === undefined) return [];
  const row = 'retry-after';
  const { count, first, last, hosts } = seen;
  if (count === 0) {
    const because = 'The attempt log of the local service holds no answer with Retry-After.';
    return [{ row, statement: { says: 'nothing-seen', because }, findings: [] }];
  }
  const because = `The attempt log of the local service holds ${formatCount(count, 'answer')} with Retry-After, ${first === last ? `at ${first}` : `from ${first} to ${last}`}.`;
  return [
    {
      row,
      statement: { says: 'present', because },
      findings: hosts.map((host) => ({
        id: findingId(row, 'retry-after-seen', host),
        row,
        kind: 'retry-after-seen',
        weak: false,
        confidence: 'high',
        place: { kind: 'resource', resource: 'alert', text: `answers of ${host} to alerts` },
        why: 'The consumer answered with Retry-After.',
      })),
    },
  ];
};
