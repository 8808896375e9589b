import { Accordion, Anchor, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { EligibilityView, RowResult } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { reasonOf, rowStateLabels } from '#contract/verdict-labels.ts';
import { sourceLabels, stateTone } from '#renderer/features/eligibility/labels.ts';
import type { WantedRow } from '#renderer/features/eligibility/use-place.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { openQuestions } from './open-questions.ts';
import { RowPanel } from './row-panel.tsx';
import classes from './rows.module.css';

interface RowsProps {
  readonly view: EligibilityView;
  readonly open: boolean;
  /** The expanded check. */
  readonly shown: string | undefined;
  /** Chosen elsewhere on the screen: scrolled into view. */
  readonly wanted: WantedRow | null;
  readonly onShow: (row: string | undefined) => void;
  readonly onOpenFinding: (findingId: string) => void;
  /** Shows the mentions of a subject that need review. */
  readonly onReview: (subject: string) => void;
}

/** The nine checks. */
export const Rows = ({ view, open, shown, wanted, onShow, onOpenFinding, onReview }: RowsProps) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted?.wanted !== undefined) scrollIntoView(list.current, wanted.wanted);
  }, [wanted]);
  return (
    <Accordion
      ref={list}
      order={4}
      keepMounted={false}
      value={shown ?? null}
      onChange={(value) => onShow(value ?? undefined)}
    >
      {view.rows.map((definition) => {
        const result = view.verdict.rows.find(({ row }) => row === definition.row);
        return (
          result && (
            <Accordion.Item
              key={definition.row}
              value={definition.row}
              className={classes.item}
              data-row={definition.row}
            >
              <Accordion.Control>
                <RowHead
                  definition={definition}
                  result={result}
                  asks={openQuestions(view, result).length > 0}
                />
              </Accordion.Control>
              {result.toReview !== undefined && (
                <Anchor
                  component="button"
                  type="button"
                  underline="always"
                  className={classes.review}
                  onClick={() => onReview(definition.row)}
                >
                  {formatCount(result.toReview, 'mention')} to review
                </Anchor>
              )}
              <Accordion.Panel>
                <RowPanel
                  view={view}
                  definition={definition}
                  result={result}
                  open={open}
                  onOpenFinding={onOpenFinding}
                />
              </Accordion.Panel>
            </Accordion.Item>
          )
        );
      })}
    </Accordion>
  );
};

/** Focuses its control, so that the keyboard continues there. */
const scrollIntoView = (list: HTMLElement | null, row: string): void => {
  const item = list?.querySelector(`[data-row="${CSS.escape(row)}"]`);
  item?.scrollIntoView({ block: 'start' });
  item?.querySelector('button')?.focus({ preventScroll: true });
};

/** Mentions to review are counted and linked below. */
const shownReason = (result: RowResult): string | undefined =>
  result.state === 'unknown' && result.toReview !== undefined ? undefined : reasonOf(result);

const RowHead = ({
  definition: { setup, effect },
  result,
  asks,
}: {
  definition: EligibilityView['rows'][number];
  result: RowResult;
  /** Its panel asks a question. */
  asks: boolean;
}) => (
  <div className={classes.head}>
    <Text fw={500}>{setup}</Text>
    <Text c="dimmed" truncate title={shownReason(result)} className={classes.reason}>
      {shownReason(result)}
    </Text>
    <Group gap="sm" justify="flex-end">
      {result.findings.length > 0 && <Text c="dimmed">{formatCount(result.findings.length, 'finding')}</Text>}
      {result.source !== 'nothing' && result.source !== 'evidence' && (
        <Text c="dimmed">{sourceLabels[result.source]}</Text>
      )}
      {asks && <StatusBadge tone="attention">Question</StatusBadge>}
      {result.blocks && <StatusBadge tone="bad">Blocker</StatusBadge>}
    </Group>
    <StatusBadge tone={stateTone(result, effect)}>{rowStateLabels[result.state]}</StatusBadge>
  </div>
);
