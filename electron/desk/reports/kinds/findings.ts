import type { Evidence, EvidenceSummary, Finding } from '#contract/eligibility.ts';
import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import { reasonLabels } from '#contract/mention-labels.ts';
import type { ReportTable } from '#contract/report.ts';
import { below, column, dataColumn, table } from '#desk/reports/blocks.ts';
import { formatInstant } from '#desk/reports/format.ts';

/** Findings and evidence. */

/** `file:line`, `GET /path`, or what a resource is. */
const formatPlace = ({ place }: Finding): string => {
  if (place.kind === 'source') return `${place.file}:${place.line}`;
  if (place.kind === 'request') return `${place.method} ${place.path}`;
  return place.id === undefined ? place.resource : `${place.resource} ${place.id}`;
};

const formatSeen = ({ place }: Finding): string => {
  if (place.kind === 'source') return place.excerpt.trim();
  if (place.kind === 'resource') return place.text;
  const { count, first, last, caller, log } = place;
  const times = count === 1 ? 'once' : `${formatNumber(count)} times`;
  const when = first === last ? formatInstant(first) : `${formatInstant(first)} to ${formatInstant(last)}`;
  return [
    `${times}, ${when}`,
    ...(caller === undefined ? [] : [`by ${caller}`]),
    ...(log === undefined ? [] : [`in ${log}`]),
  ].join(', ');
};

export const findingsTable = (id: string, caption: string, findings: readonly Finding[]): ReportTable =>
  table(id, {
    caption,
    none: 'No findings.',
    columns: [
      column('place', 'Location', 'id'),
      column('seen', 'Content'),
      column('why', 'Recognized as'),
      below('strength', 'why', 'Confidence'),
      dataColumn('id', 'Finding', 'id'),
    ],
    rows: findings.map((finding) => ({
      id: finding.id,
      place: formatPlace(finding),
      seen: formatSeen(finding),
      why: finding.why,
      strength: finding.weak ? 'weak, not decisive' : `${finding.confidence} confidence`,
    })),
  });

export const evidenceTable = (evidence: readonly EvidenceSummary[]): ReportTable =>
  table('evidence', {
    caption: 'Evidence, oldest first',
    none: 'No evidence yet.',
    columns: [
      column('collector', 'Collector', 'text', { words: { ...collectorLabels } }),
      below('scope', 'collector', 'Scope'),
      column('origin', 'Source'),
      column('read', 'Amount'),
      below('skipped', 'read', 'Skipped'),
      column('findings', 'Findings', 'integer'),
      column('mentions', 'Mentions in code'),
      column('at', 'When', 'instant'),
      column('digest', 'SHA-256', 'id'),
      dataColumn('id', 'Evidence', 'id'),
    ],
    rows: evidence.map(({ id, collector, scope, origin, at, digest, read, findingCount, mentions }) => ({
      id,
      collector,
      scope,
      origin,
      read: formatRead(read),
      skipped: read.skippedCount === 0 ? undefined : `skipped: ${formatNumber(read.skippedCount)}`,
      findings: findingCount,
      mentions: mentionsText(mentions),
      at,
      digest,
    })),
  });

/** Such as "120 in all; found: 3; explained: 100 (comment 80, test code 20); to review: 17". */
const mentionsText = (mentions: EvidenceSummary['mentions']): string | undefined => {
  if (mentions === undefined) return undefined;
  const { count, found, explained, reviewCounts } = mentions;
  const sum = (all: readonly { count: number }[]): number =>
    all.reduce((before, one) => before + one.count, 0);
  const reasons = [...Map.groupBy(explained, ({ reason }) => reason)].map(
    ([reason, same]) => `${reasonLabels[reason].toLowerCase()} ${formatNumber(sum(same))}`,
  );
  return [
    `${formatNumber(count)} in total`,
    `found: ${formatNumber(found)}`,
    `explained: ${formatNumber(sum(explained))}${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}`,
    `to review: ${formatNumber(sum(reviewCounts))}`,
  ].join('; ');
};

export const collectorLabels = {
  configuration: 'Configuration',
  source: 'Source code',
  traffic: 'Traffic logs',
  live: 'Observation',
  exec: 'Test run',
} as const;

const formatRead = ({ files, languages, requests, entries, from, to }: Evidence['read']): string =>
  [
    ...(files === undefined ? [] : [formatCount(files, 'file')]),
    ...(languages === undefined || languages.length === 0 ? [] : [formatList(languages)]),
    ...(requests === undefined ? [] : [formatCount(requests, 'call of this API', 'calls of this API')]),
    ...(entries === undefined ? [] : [formatCount(entries, 'log entry', 'log entries')]),
    ...(from === undefined || to === undefined ? [] : [`${formatInstant(from)} to ${formatInstant(to)}`]),
  ].join(', ');
