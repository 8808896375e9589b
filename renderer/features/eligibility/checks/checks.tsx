import { Anchor, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { EligibilityView, RowResult } from '#contract/eligibility.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { rowStateLabels } from '#contract/verdict-labels.ts';
import { effectTitle, stateTone } from '#renderer/features/eligibility/labels.ts';
import type { WantedCheck } from '#renderer/features/eligibility/use-place.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Term } from '#renderer/ui/term.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';
import classes from './checks.module.css';
import { openQuestions } from './open-questions.ts';

/** Of the panel that shows a check. */
export const checkPanelId = 'check-panel';

interface ChecksProps {
  readonly view: EligibilityView;
  /** The check in the panel. */
  readonly shown: string | undefined;
  /** Chosen elsewhere on the screen: scrolled into view. */
  readonly wanted: WantedCheck | null;
  readonly onShow: (row: string) => void;
  /** Shows the mentions of a subject that need review. */
  readonly onReview: (subject: string) => void;
}

/** The nine checks. */
export const Checks = ({ view, shown, wanted, onShow, onReview }: ChecksProps) => {
  const list = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (wanted?.wanted !== undefined) focusCheck(list.current, wanted.wanted);
  }, [wanted]);
  const results = new Map(view.verdict.rows.map((result) => [result.row, result]));
  const hasReviews = view.verdict.rows.some(({ toReview }) => toReview !== undefined);
  return (
    <WideTable label="Checks" minWidth={520}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <Term term="check">Check</Term>
          </Table.Th>
          <Table.Th w={142}>Result</Table.Th>
          <Table.Th w={76}>Effect</Table.Th>
          <Table.Th w={112}>
            <Term term="evidence">Evidence</Term>
          </Table.Th>
          {hasReviews && (
            <Table.Th w={84} ta="right">
              To review
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={list}>
        {view.rows.map((definition) => {
          const result = results.get(definition.row);
          return (
            result && (
              <Table.Tr
                key={definition.row}
                data-row={definition.row}
                aria-selected={definition.row === shown}
                className={classes.check}
                onClick={() => onShow(definition.row)}
              >
                <CheckCells
                  view={view}
                  definition={definition}
                  result={result}
                  isShown={definition.row === shown}
                />
                {hasReviews && (
                  <Table.Td ta="right">
                    <ReviewLink count={result.toReview} onReview={() => onReview(definition.row)} />
                  </Table.Td>
                )}
              </Table.Tr>
            )
          );
        })}
      </Table.Tbody>
    </WideTable>
  );
};

/** So that the keyboard continues there. */
const focusCheck = (list: HTMLElement | null, row: string): void => {
  const item = list?.querySelector(`[data-row="${CSS.escape(row)}"]`);
  item?.scrollIntoView({ block: 'nearest' });
  item?.querySelector('button')?.focus({ preventScroll: true });
};

interface CheckCellsProps {
  readonly view: EligibilityView;
  readonly definition: EligibilityView['rows'][number];
  readonly result: RowResult;
  readonly isShown: boolean;
}

const CheckCells = ({ view, definition: { setup, effect }, result, isShown }: CheckCellsProps) => (
  <>
    <Table.Td>
      <Group gap="sm" wrap="nowrap">
        <UnstyledButton
          className={classes.name}
          title={setup}
          aria-current={isShown || undefined}
          aria-controls={checkPanelId}
        >
          {setup}
        </UnstyledButton>
        {openQuestions(view, result).length > 0 && <StatusBadge tone="attention">Question</StatusBadge>}
      </Group>
    </Table.Td>
    <Table.Td>
      <StatusBadge tone={stateTone(result, effect)}>{rowStateLabels[result.state]}</StatusBadge>
    </Table.Td>
    <Table.Td c={result.blocks ? 'var(--danger)' : 'dimmed'}>{effectTitle(effect, result, view)}</Table.Td>
    <Table.Td c="dimmed">{evidenceText(result)}</Table.Td>
  </>
);

const evidenceText = ({ source, findings, evidence }: RowResult): string => {
  if (source === 'answer') return 'Manual answer';
  if (source === 'overrule') return 'Override';
  if (findings.length > 0) return formatCount(findings.length, 'finding');
  return evidence.length > 0 ? formatCount(evidence.length, 'source') : 'None';
};

const ReviewLink = ({ count, onReview }: { count: number | undefined; onReview: () => void }) =>
  count === undefined ? (
    <Text c="dimmed">0</Text>
  ) : (
    <Anchor
      component="button"
      type="button"
      c="var(--warning)"
      fw={600}
      aria-label={`${formatCount(count, 'mention')} to review`}
      onClick={(event) => {
        event.stopPropagation();
        onReview();
      }}
    >
      {formatNumber(count)}
    </Anchor>
  );
