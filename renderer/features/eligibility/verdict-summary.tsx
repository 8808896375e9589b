import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertOctagon, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import type { EligibilityRow, EligibilityView, VerdictState } from '#contract/eligibility.ts';
import { formatRowState, reasonOf, verdictSentences } from '#contract/verdict-labels.ts';

interface VerdictSummaryProps {
  readonly view: EligibilityView;
  readonly onShowRow: (row: EligibilityRow) => void;
  /** Offered when eligible; undefined where the request is already shown. */
  readonly onRequest: (() => void) | undefined;
}

const styles = {
  eligible: { color: 'teal', Icon: IconCircleCheck },
  blocked: { color: 'red', Icon: IconAlertOctagon },
  undetermined: { color: 'orange', Icon: IconHelpCircle },
} as const satisfies Record<VerdictState, unknown>;

/** The verdict and its reasons. */
export const VerdictSummary = ({ view, onShowRow, onRequest }: VerdictSummaryProps) => {
  const { state } = view.verdict;
  const { color, Icon } = styles[state];
  const isMigrated = state === 'eligible' && view.cutOver !== undefined;
  return (
    <Alert
      color={color}
      icon={<Icon aria-hidden />}
      title={isMigrated ? 'Migrated: the cutover is confirmed' : verdictSentences[state]}
    >
      <Stack gap="xs">
        <BlockingChecks view={view} onShowRow={onShowRow} />
        {state === 'eligible' && !isMigrated && onRequest && (
          <Group>
            <Button size="xs" onClick={onRequest}>
              Open migration request
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
};

/** The two blocking checks, each with its first reason. */
const BlockingChecks = ({ view, onShowRow }: Pick<VerdictSummaryProps, 'view' | 'onShowRow'>) => {
  const deciding = view.rows.filter(({ effect }) => effect === 'blocks');
  return (
    <List spacing={4}>
      {deciding.map(({ row, setup }) => {
        const result = view.verdict.rows.find((one) => one.row === row);
        if (result === undefined) return undefined;
        const reason = reasonOf(result);
        return (
          <List.Item key={row}>
            <Anchor
              component="button"
              type="button"
              c="inherit"
              fw={600}
              underline="always"
              onClick={() => onShowRow(row)}
            >
              {setup}
            </Anchor>
            <Text span style={{ overflowWrap: 'anywhere' }}>
              : {formatRowState(result.state)}
              {reason === undefined ? '.' : `. ${reason}`}
            </Text>
          </List.Item>
        );
      })}
    </List>
  );
};
