import { Badge, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionsToShow } from '#contract/actions-to-show.ts';
import type { CaseView } from '#contract/case.ts';
import type { EligibilityView } from '#contract/eligibility.ts';
import { formatNumber } from '#contract/format.ts';
import { useOfferedFiles } from '#renderer/lib/offered-files.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { useEligibility } from '#renderer/lib/use-eligibility.ts';
import { ActionList } from '#renderer/ui/action-list.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { CheckDialog } from './check/check-dialog.tsx';
import { type CheckOrder, emptyOrder } from './check/check-order.ts';
import { CheckState } from './check/check-state.tsx';
import { DropTarget } from './check/drop-target.tsx';
import { LastCheck } from './check/last-check.tsx';
import { proposeScopes } from './check/propose-scope.ts';
import { droppedInputs, fileInputs } from './check/read-inputs.ts';
import { runCheck } from './check/run-check.ts';
import { SameFiles } from './check/same-files.tsx';
import { CheckPanel } from './checks/check-panel.tsx';
import classes from './checks/checks.module.css';
import { Checks, checkPanelId } from './checks/checks.tsx';
import { EvidenceList } from './evidence/evidence-list.tsx';
import { FindingDrawer } from './findings/finding-drawer.tsx';
import { FirstCheck } from './first-check.tsx';
import { History } from './history.tsx';
import { Observations } from './observations/observations.tsx';
import { Recipes } from './recipes/recipes.tsx';
import { useReviewCount } from './review/mention-calls.ts';
import { Review } from './review/review.tsx';
import { parts, usePlace } from './use-place.ts';
import { VerdictSummary } from './verdict-summary.tsx';

/** The nine checks, their evidence, and the migration request. */
export const Component = () => {
  const found = useCase();
  return (
    <Loaded query={useEligibility(found.id)} text="Loading eligibility…">
      {(view) => <Screen found={found} view={view} />}
    </Loaded>
  );
};

interface ScreenProps {
  readonly found: CaseView;
  readonly view: EligibilityView;
}

const Screen = ({ found, view }: ScreenProps) => {
  const client = useQueryClient();
  const [order, setOrder] = useState<CheckOrder>();
  const place = usePlace();
  const open = found.state === 'open';
  const isFirst = view.evidence.length === 0 && view.history.length === 0;
  const add = (items: CheckOrder['items']): void =>
    setOrder((now = emptyOrder) => ({
      ...now,
      items: [...now.items, ...proposeScopes(items, scopesOf(view))],
    }));
  useOfferedFiles('check', open ? (files) => add(fileInputs(files)) : undefined);
  return (
    <Page
      title="Eligibility"
      level={2}
      beside={<PartFilter caseId={found.id} />}
      actions={
        open && (
          <Button leftSection={<IconSearch size={16} aria-hidden />} onClick={() => setOrder(emptyOrder)}>
            Check eligibility…
          </Button>
        )
      }
    >
      <Stack>
        <CheckState found={found} onChange={setOrder} />
        {open && <SameFiles view={view} />}
        {isFirst && open ? (
          <FirstCheck onPick={add} onConfiguration={() => void runCheck(client, found, emptyOrder)} />
        ) : (
          <VerdictSummary view={view} onShowCheck={place.goToCheck} />
        )}
        <Part found={found} view={view} />
      </Stack>
      <CheckDialog
        found={found}
        scopes={scopesOf(view)}
        order={order}
        onChange={setOrder}
        onClose={() => setOrder(undefined)}
        onStart={(wanted) => {
          setOrder(undefined);
          void runCheck(client, found, wanted);
        }}
      />
      <FindingDrawer
        view={view}
        findingId={place.finding}
        open={open}
        onClose={() => place.showFinding(undefined)}
      />
      <DropTarget onDrop={open ? (transfer) => add(droppedInputs(transfer)) : undefined} />
    </Page>
  );
};

const PartFilter = ({ caseId }: { caseId: string }) => {
  const place = usePlace();
  const toReview = useReviewCount(caseId);
  return (
    <SegmentedControl
      aria-label="Part of eligibility"
      value={place.part}
      onChange={place.showPart}
      style={{ minWidth: 0, overflowX: 'auto' }}
      data={parts.map(({ part, label }) => ({
        value: part,
        label:
          part === 'review' && toReview > 0 ? (
            <Group gap={6} wrap="nowrap">
              {label} <Badge color="orange">{formatNumber(toReview)}</Badge>
            </Group>
          ) : (
            label
          ),
      }))}
    />
  );
};

const Part = ({ found, view }: ScreenProps) => {
  const place = usePlace();
  const open = found.state === 'open';
  switch (place.part) {
    case 'review':
      return (
        <Review
          view={view}
          open={open}
          wanted={place.group}
          onShowGroup={place.showGroup}
          onShowCheck={place.goToCheck}
        />
      );
    case 'evidence':
      return <EvidenceList view={view} open={open} />;
    case 'windows':
      return <Observations view={view} open={open} />;
    case 'recipes':
      return <Recipes found={found} />;
    case 'history':
      return <History view={view} />;
    default:
      return <ChecksPart view={view} open={open} />;
  }
};

/** The list of the checks, and the one that is shown: at first what blocks, then what needs an answer. */
const ChecksPart = ({ view, open }: { view: EligibilityView; open: boolean }) => {
  const place = usePlace();
  const { rows: results } = view.verdict;
  const result =
    results.find(({ row }) => row === place.check) ??
    results.find(({ blocks, state }) => blocks && state === 'present') ??
    results.find(({ blocks }) => blocks) ??
    results.find(({ state }) => state === 'unknown') ??
    results[0];
  const definition = view.rows.find(({ row }) => row === result?.row);
  return (
    <div className={classes.split}>
      <div className={classes.list}>
        <Checks
          view={view}
          shown={result?.row}
          wanted={place.wanted}
          onShow={place.showCheck}
          onReview={place.showGroup}
        />
        {view.history.length > 0 && <AfterCheck view={view} />}
      </div>
      <div id={checkPanelId} className={classes.panel}>
        {result && definition && (
          <CheckPanel
            key={result.row}
            view={view}
            definition={definition}
            result={result}
            open={open}
            onOpenFinding={place.showFinding}
          />
        )}
      </div>
    </div>
  );
};

const AfterCheck = ({ view }: { view: EligibilityView }) => {
  const actions = actionsToShow(view);
  return (
    <Stack className={classes.below}>
      {actions.length > 0 && (
        <Section title="Required actions">
          <ActionList actions={actions} />
        </Section>
      )}
      <LastCheck view={view} />
    </Stack>
  );
};

const scopesOf = ({ evidence }: EligibilityView): string[] => [
  ...new Set(evidence.filter(({ collector }) => collector === 'source').map(({ scope }) => scope)),
];
