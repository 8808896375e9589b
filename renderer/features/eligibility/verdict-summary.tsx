import { Alert, Anchor, Group, Text } from '@mantine/core';
import { IconAlertOctagon, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import type { EligibilityRow, EligibilityView, RowResult, VerdictState } from '#contract/eligibility.ts';
import { formatRowState, reasonOf, verdictTitle } from '#contract/verdict-labels.ts';
import { LinkButton } from '#renderer/ui/link-button.tsx';
import classes from './checks/checks.module.css';
import { findingPlace } from './finding-place.ts';

interface VerdictSummaryProps {
  readonly view: EligibilityView;
  readonly onShowCheck: (row: EligibilityRow) => void;
}

const styles = {
  eligible: { color: 'teal', Icon: IconCircleCheck },
  blocked: { color: 'red', Icon: IconAlertOctagon },
  undetermined: { color: 'orange', Icon: IconHelpCircle },
} as const satisfies Record<VerdictState, unknown>;

/** The verdict, and the two checks that decide it. */
export const VerdictSummary = ({ view, onShowCheck }: VerdictSummaryProps) => {
  const { state } = view.verdict;
  const { color, Icon } = styles[state];
  const isMigrated = state === 'eligible' && view.cutOver !== undefined;
  return (
    <Alert className={classes.verdict} color={color} icon={<Icon size={16} aria-hidden />}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={600}>
            {isMigrated ? 'Migrated: the cutover is confirmed' : verdictTitle(view.verdict)}
          </Text>
          <DecidingChecks view={view} onShowCheck={onShowCheck} />
        </div>
        {state === 'eligible' && !isMigrated && (
          <LinkButton variant="filled" to={`/cases/${view.caseId}/cutover`}>
            Open cutover
          </LinkButton>
        )}
      </Group>
    </Alert>
  );
};

const DecidingChecks = ({ view, onShowCheck }: VerdictSummaryProps) =>
  view.rows
    .filter(({ effect }) => effect === 'blocks')
    .map(({ row, setup }) => {
      const result = view.verdict.rows.find((one) => one.row === row);
      return (
        result && (
          <Text key={row} style={{ overflowWrap: 'anywhere' }}>
            <Anchor
              component="button"
              type="button"
              c="inherit"
              fw={500}
              underline="always"
              onClick={() => onShowCheck(row)}
            >
              {setup}
            </Anchor>
            : {formatRowState(result.state)}
            {groundOf(view, result)}
          </Text>
        )
      );
    });

/** Where a blocker is; else why a check has its result. */
const groundOf = ({ findings }: EligibilityView, result: RowResult): string => {
  const places = findings.filter(({ id }) => result.findings.includes(id)).map(findingPlace);
  if (result.state === 'present' && places.length > 0) {
    return ` in ${places[0]}${places.length > 1 ? ` and ${places.length - 1} more` : ''}`;
  }
  const reason = reasonOf(result);
  return reason === undefined ? '' : `. ${reason}`;
};
