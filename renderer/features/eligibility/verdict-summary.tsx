import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertOctagon, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import type { EligibilityRow, EligibilityView, VerdictState } from '#contract/eligibility.ts';
import { formatRowState, reasonOf, verdictSentences } from '#contract/verdict-labels.ts';

interface VerdictSummaryProps {
  readonly view: EligibilityView;
  readonly onShowRow: (row: EligibilityRow) => void;
  /** Offered when the verdict is eligible; undefined where the request is shown already. */
  readonly onRequest: (() => void) | undefined;
}

const looks = {
  eligible: { color: 'teal', Icon: IconCircleCheck },
  blocked: { color: 'red', Icon: IconAlertOctagon },
  undetermined: { color: 'orange', Icon: IconHelpCircle },
} as const satisfies Record<VerdictState, unknown>;

/** The verdict, and why it is so. */
export const VerdictSummary = ({ view, onShowRow, onRequest }: VerdictSummaryProps) => {
  const { state } = view.verdict;
  const { color, Icon } = looks[state];
  const isMigrated = state === 'eligible' && view.cutOver !== undefined;
  return (
    <Alert
      color={color}
      icon={<Icon aria-hidden />}
      title={isMigrated ? 'Migrated: the cutover is confirmed' : verdictSentences[state]}
    >
      <Stack gap="xs">
        <BlockingRows view={view} onShowRow={onShowRow} />
        {state === 'eligible' && !isMigrated && onRequest && (
          <Group>
            <Button size="xs" onClick={onRequest}>
              Go to the migration request
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
};

/** The two rows that decide, each with its first ground. */
const BlockingRows = ({ view, onShowRow }: Pick<VerdictSummaryProps, 'view' | 'onShowRow'>) => {
  const deciding = view.rows.filter(({ effect }) => effect === 'blocks');
  return (
    <List spacing={4}>
      {deciding.map(({ row, setup }) => {
        const result = view.verdict.rows.find((one) => one.row === row);
        if (result === undefined) return undefined;
        const ground = reasonOf(result);
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
              {ground === undefined ? '.' : `. ${ground}`}
            </Text>
          </List.Item>
        );
      })}
    </List>
  );
};
