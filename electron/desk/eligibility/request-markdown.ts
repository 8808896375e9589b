import { code, inert, table } from '#base/markdown.ts';
import type { CutoverPlan } from '#contract/cutover.ts';
import type { MigrationRequest } from '#contract/eligibility.ts';
import { subjectLabels } from '#contract/mention-labels.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import { definitionOf } from './check-definitions.ts';
import { planSection } from './request-plan.ts';

/** The migration request as a person sends it, with the plan that it asks for. What others wrote in it is inert. */
export const requestMarkdown = (document: MigrationRequest, plan?: CutoverPlan): string => {
  const { title, integrator, clientId, caseId, drafted, chainDigest } = document;
  const facts = [
    `- Integrator: ${inert(integrator)}`,
    `- Client id: ${clientId === undefined ? 'not known' : code(clientId)}`,
    `- Case: ${code(caseId)}, chain digest ${code(chainDigest)}`,
    `- Drafted: ${drafted}`,
  ];
  const rows = document.rows.map(({ row, state, because }) => [
    inert(definitionOf(row).setup),
    formatRowState(state),
    because.map(inert).join('<br>') || 'No evidence.',
  ]);
  const evidence = document.evidence.map(({ collector, origin, at, digest, files }) => [
    collector,
    inert(origin),
    at,
    filesCell(files),
    code(digest),
  ]);
  return `${[
    `# ${inert(title)}`,
    facts.join('\n'),
    'Please migrate the webhooks of this client to the new webhook service.',
    '## Existing setup',
    table(['Setup', 'Result', 'Reason'], rows),
    ...dismissedSection(document.dismissedMentions ?? []),
    ...planSection(document.plan, plan),
    '## Carry over',
    list(document.carryOver.map(inert), 'Only the rules.'),
    '## Our actions',
    list(
      document.actions.map(({ responsible, what }) => `${responsible}: ${inert(what)}`),
      'Nothing.',
    ),
    '## Source addresses that consumers allow',
    list(document.ipAddresses.map(code), 'None.'),
    '## Evidence',
    evidence.length === 0
      ? 'None.'
      : table(['Collector', 'Read', 'At', 'SHA-256 of the files', 'SHA-256 of the record'], evidence),
  ].join('\n\n')}\n`;
};

const filesCell = (files: MigrationRequest['evidence'][number]['files']): string => {
  if (files === undefined) return '–';
  if (files.of === 'file') return code(files.sha256);
  const manifest = files.manifest === undefined ? 'manifest' : `manifest ${code(files.manifest)}`;
  return `${code(files.sha256)} (${manifest})`;
};
const dismissedSection = (
  dismissed: NonNullable<MigrationRequest['dismissedMentions']>,
): readonly string[] =>
  dismissed.length === 0
    ? []
    : [
        '## Dismissed mentions in source code',
        table(
          ['Mention of', 'Count', 'Reason', 'By', 'At'],
          dismissed.map(({ subject, count, reason, by, at }) => [
            subjectLabels[subject],
            String(count),
            inert(reason),
            inert(by),
            at,
          ]),
        ),
      ];

const list = (lines: readonly string[], otherwise: string): string =>
  lines.length === 0 ? otherwise : lines.map((line) => `- ${line}`).join('\n');
