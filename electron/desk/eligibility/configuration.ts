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
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';
import { findingId } from './finding-id.ts';
import type { GivenFiles } from './reading/manifest.ts';

/** `gone`: the target responds with 404, as for a client that is cut over. Absent: not read. */
type Part<T> = T | 'gone';

/** The legacy setup as it was read, without values of secrets. */
export interface Configuration {
  readonly scope: string;
  readonly origin: string;
  /** SHA-256 of the files, hex. */
  readonly digest?: string;
  /** The digests of the files, as `sha256sum` prints them. */
  readonly given?: GivenFiles;
  readonly files?: number;
  readonly bytes?: number;
  /** It was read from the local copy of the service. */
  readonly isLocal?: boolean;
  readonly rules?: Part<readonly ConfiguredRule[]>;
  /** Only whether it has an auth header; of a target also a mark of its value. */
  readonly profile?: Part<{ readonly hasAuthHeader: boolean; readonly mark?: ProfileMark }>;
  readonly webhooks?: Part<readonly unknown[]>;
  /** From the attempt log of the local service. */
  readonly retryAfter?: RetryAfterSeen;
}

/** Responses to legacy attempts with `Retry-After`. */
export interface RetryAfterSeen {
  readonly count: number;
  readonly first?: string;
  readonly last?: string;
  readonly hosts: readonly string[];
}

/** What the configuration says of one check. */
interface CheckReading extends Omit<RowStatement, 'findingCount'> {
  readonly findings: readonly Finding[];
}

/** Evidence of what was read; only checks that something was read for are stated. Source: `docs/reference/rules/eligibility.md#checks`. */
export const configurationEvidence = (
  read: Configuration,
  id: string,
): Evidence & Pick<GivenFiles, 'manifest'> => {
  const setup = [...ofRules(read.rules), ...ofProfile(read.profile)];
  const readings = [
    ...(isEmptyCopy(read) ? setup.map(({ row }) => nothingSeen(row, emptyCopy)) : setup),
    ...ofAttempts(read.retryAfter),
  ];
  const findings = readings.flatMap((one) => one.findings);
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
    rows: readings.map(({ findings: found, ...statement }) => ({
      ...statement,
      findingCount: found.length,
    })),
    findings: findings.slice(0, findingLimit),
    findingCount: findings.length,
  };
};

/** A local copy that nobody filled says nothing about the integrator's own setup. */
const isEmptyCopy = ({ isLocal, rules, profile }: Configuration): boolean =>
  isLocal === true &&
  Array.isArray(rules) &&
  rules.length === 0 &&
  !(typeof profile === 'object' && profile.hasAuthHeader);

const emptyCopy =
  "The local copy of the service has no rules and no auth header, which says nothing about the integrator's own setup. Read it from their target or from exported files, or seed the copy with it.";
const gone = 'can no longer be read: the target responds with 404, as for a client that is cut over.';

const nothingSeen = (row: EligibilityRow, because: string): CheckReading => ({
  row,
  says: 'nothing-seen',
  because,
  findings: [],
});

/** Present where there are findings, otherwise absent. */
const reading = (row: EligibilityRow, because: string, findings: readonly Finding[] = []): CheckReading => ({
  row,
  says: findings.length > 0 ? 'present' : 'absent',
  because,
  findings,
});

const findingOf = (
  row: EligibilityRow,
  kind: Finding['kind'],
  key: string,
  place: Omit<Extract<Finding['place'], { kind: 'resource' }>, 'kind'>,
  why: string,
): Finding => ({
  id: findingId(row, kind, key),
  row,
  kind,
  weak: false,
  confidence: 'high',
  place: { kind: 'resource', ...place },
  why,
});

type Rules = Exclude<Configuration['rules'], 'gone' | undefined>;

const ofRules = (rules: Configuration['rules']): CheckReading[] => {
  if (rules === undefined) return [];
  if (rules === 'gone') {
    const rows = ['email-notifications', 'company-agnostic', 'company-specific'] as const;
    return rows.map((row) => nothingSeen(row, `The rules ${gone}`));
  }
  const mailing = rules.filter(({ notifiers }) => notifiers.emails.length > 0);
  const specific = rules.filter(({ companyId }) => companyId !== undefined);
  const agnostic = specific.length === 0 ? rules : [];
  const read = `${formatCount(rules.length, 'rule')} ${rules.length === 1 ? 'was' : 'were'} read`;
  const companies = `${read}; ${specific.length} with a companyId.`;
  return [
    ofSome(
      'email-notifications',
      mailing,
      `${read}; ${mailing.length} with emails.`,
      'The rule sends emails.',
    ),
    ofSome('company-agnostic', agnostic, companies, 'No rule is for one company only.'),
    ofSome('company-specific', specific, companies, 'The rule is for one company only.'),
  ];
};

const ofSome = (row: EligibilityRow, rules: Rules, because: string, why: string): CheckReading =>
  reading(
    row,
    because,
    rules.map((rule) =>
      findingOf(row, 'rule', rule.id, { resource: 'rule', id: rule.id, text: ruleText(rule) }, why),
    ),
  );

/** The path of a webhook may hold a token of its own: the host says enough. */
const ruleText = ({ id, type, companyId, notifiers: { emails, webhook } }: Rules[number]): string => {
  const where = [
    ...(webhook === undefined ? [] : [`webhook at ${hostOf(webhook)}`]),
    ...(emails.length === 0 ? [] : [`emails to ${formatCount(emails.length, 'recipient')}`]),
    ...(companyId === undefined ? [] : [`company ${companyId}`]),
  ];
  return [`rule ${id} (${type})`, ...where].join(', ');
};

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'an unreadable URL');

const ofProfile = (profile: Configuration['profile']): CheckReading[] => {
  if (profile === undefined) return [];
  const row = 'auth-header-profile';
  if (profile === 'gone') return [nothingSeen(row, `The profile ${gone}`)];
  if (!profile.hasAuthHeader) return [reading(row, 'The profile was read; it has no auth header.')];
  const place = { resource: 'profile', text: 'profile, alertAuthHeader' } as const;
  const why = 'The profile sets an auth header for webhooks.';
  const finding = findingOf(row, 'profile', 'alertAuthHeader', place, why);
  return [reading(row, 'The profile was read; its alertAuthHeader is set.', [finding])];
};

/** A log without any `Retry-After` shows nothing: consumers send it when they are busy. */
const ofAttempts = (seen: RetryAfterSeen | undefined): CheckReading[] => {
  if (seen === undefined) return [];
  const row = 'retry-after';
  const { count, first, last, hosts } = seen;
  const log = 'The attempt log of the local service holds';
  if (count === 0) return [nothingSeen(row, `${log} no response with Retry-After.`)];
  const when = first === last ? `at ${first}` : `from ${first} to ${last}`;
  const findings = hosts.map((host) => {
    const place = { resource: 'alert', text: `responses of ${host} to alerts` } as const;
    return findingOf(row, 'retry-after-seen', host, place, 'The consumer responded with Retry-After.');
  });
  return [
    {
      row,
      says: 'present',
      because: `${log} ${formatCount(count, 'response')} with Retry-After, ${when}.`,
      findings,
    },
  ];
};
