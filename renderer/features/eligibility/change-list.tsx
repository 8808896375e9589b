import { List, Text } from '@mantine/core';
import type { EligibilityView, VerdictChange } from '#contract/eligibility.ts';
import { rowStateLabels, verdictLabels } from '#contract/verdict-labels.ts';
import { setupOf } from '#renderer/lib/eligibility-labels.ts';
import { findingDetail, findingPlace } from './finding-place.ts';

interface ChangeListProps {
  readonly change: VerdictChange;
  readonly rows: EligibilityView['rows'];
}

/** Findings listed by name; the rest is counted. */
const named = 10;

/** Changes since the previous verdict. */
export const ChangeList = ({ change, rows }: ChangeListProps) => {
  const lines = linesOf(change, rows);
  if (lines.length === 0) {
    return <Text>No changes since the previous verdict.</Text>;
  }
  return (
    <List spacing={2} styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
};

const linesOf = ({ state, rows: changed, gone, appeared }: VerdictChange, rows: EligibilityView['rows']) => [
  ...(state === undefined ? [] : [`Verdict: ${verdictLabels[state.from]} → ${verdictLabels[state.to]}`]),
  ...changed.map(
    ({ row, from, to }) => `${setupOf(rows, row)}: ${rowStateLabels[from]} → ${rowStateLabels[to]}`,
  ),
  ...findingLines('No longer found', gone),
  ...findingLines('New', appeared),
];

const findingLines = (what: string, findings: VerdictChange['gone']): string[] => {
  const more = findings.length - named;
  return [
    ...findings.slice(0, named).map((finding) => {
      const detail = findingDetail(finding);
      return `${what}: ${findingPlace(finding)}${detail === '' ? '' : `: ${detail}`}`;
    }),
    ...(more > 0 ? [`${what}: ${more} more`] : []),
  ];
};
