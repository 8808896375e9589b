import { Button, SimpleGrid, Stack, Tabs } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { actionsToShow } from '#contract/actions-to-show.ts';
import type { CaseView } from '#contract/case.ts';
import type { EligibilityView } from '#contract/eligibility.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionList } from './action-list.tsx';
import { CheckDialog } from './check/check-dialog.tsx';
import { type CheckOrder, emptyOrder } from './check/check-order.ts';
import { CheckState } from './check/check-state.tsx';
import { DropTarget } from './check/drop-target.tsx';
import { LastCheck } from './check/last-check.tsx';
import { proposeScopes } from './check/propose-scope.ts';
import { runCheck } from './check/run-check.ts';
import { SameFiles } from './check/same-files.tsx';
import { takeDropped } from './check/take-given.ts';
import { useEligibility } from './eligibility-query.ts';
import { EvidenceList } from './evidence/evidence-list.tsx';
import { FindingDrawer } from './findings/finding-drawer.tsx';
import { FirstCheck } from './first-check.tsx';
import { History } from './history.tsx';
import { Recipes } from './recipes/recipes.tsx';
import { Request } from './request/request.tsx';
import { useReviewCount } from './review/mention-calls.ts';
import { Review } from './review/review.tsx';
import { ReviewCount } from './review/review-count.tsx';
import { Rows } from './rows/rows.tsx';
import { parts, usePlace } from './use-place.ts';
import { VerdictSummary } from './verdict-summary.tsx';
import { Windows } from './windows/windows.tsx';

/** Whether the integrator can migrate: the nine checks, their evidence, and the request that follows. */
export const Component = () => {
  const found = useOutletContext<CaseView>();
  return (
    <Loaded query={useEligibility(found.id)} text="Reading the eligibility…">
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
  return (
    <Page
      title="Eligibility"
      level={2}
      wide
      description="Nine checks decide whether the integrator can migrate."
      actions={
        open && (
          <Button leftSection={<IconSearch size={16} aria-hidden />} onClick={() => setOrder(emptyOrder)}>
            Check…
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
          <VerdictSummary
            view={view}
            onShowRow={place.goToRow}
            onRequest={place.part === 'request' ? undefined : () => place.showPart('request')}
          />
        )}
        <Parts found={found} view={view} />
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
      <DropTarget onDrop={open ? (transfer) => add(takeDropped(transfer)) : undefined} />
    </Page>
  );
};

const Parts = ({ found, view }: ScreenProps) => {
  const place = usePlace();
  const toReview = useReviewCount(view.caseId);
  const open = found.state === 'open';
  return (
    <Tabs value={place.part} onChange={(part) => place.showPart(part ?? 'rows')} keepMounted={false}>
      <Tabs.List mb="md">
        {parts.map(({ part, label }) => (
          <Tabs.Tab
            key={part}
            value={part}
            rightSection={part === 'review' && toReview > 0 && <ReviewCount count={toReview} />}
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="rows">
        <RowsPart view={view} open={open} />
      </Tabs.Panel>
      <Tabs.Panel value="review">
        <Review
          view={view}
          open={open}
          wanted={place.group}
          onShowGroup={place.showGroup}
          onShowRow={place.goToRow}
        />
      </Tabs.Panel>
      <Tabs.Panel value="evidence">
        <EvidenceList view={view} open={open} />
      </Tabs.Panel>
      <Tabs.Panel value="windows">
        <Windows view={view} open={open} />
      </Tabs.Panel>
      <Tabs.Panel value="recipes">
        <Recipes found={found} />
      </Tabs.Panel>
      <Tabs.Panel value="request">
        <Request found={found} view={view} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <History view={view} />
      </Tabs.Panel>
    </Tabs>
  );
};

/** Side by side where there is room. */
const RowsPart = ({ view, open }: { view: EligibilityView; open: boolean }) => {
  const place = usePlace();
  const actions = actionsToShow(view);
  const isFirst = view.history.length === 0;
  return (
    <SimpleGrid cols={{ base: 1, xl: isFirst ? 1 : 2 }} style={{ alignItems: 'start' }}>
      <Section title="Checks" level={3}>
        <Rows
          view={view}
          open={open}
          shown={place.row}
          wanted={place.wanted}
          onShow={place.showRow}
          onOpenFinding={place.showFinding}
          onReview={place.showGroup}
        />
      </Section>
      {!isFirst && (
        <Stack>
          <LastCheck view={view} />
          {actions.length > 0 && (
            <Section title="What has to be done" level={3}>
              <ActionList actions={actions} />
            </Section>
          )}
        </Stack>
      )}
    </SimpleGrid>
  );
};

const scopesOf = ({ evidence }: EligibilityView): string[] => [
  ...new Set(evidence.filter(({ collector }) => collector === 'source').map(({ scope }) => scope)),
];
