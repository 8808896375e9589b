import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { actionsToShow } from '#contract/actions-to-show.ts';
import { type EligibilityView, findingLimit, type RowResult } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { rowStateLabels } from '#contract/verdict-labels.ts';
import { TrafficHosts } from '#renderer/features/eligibility/evidence/traffic-hosts.tsx';
import { checkMeanings, effectLabel, stateTone } from '#renderer/features/eligibility/labels.ts';
import { Coverage } from '#renderer/features/eligibility/test-runs/coverage.tsx';
import { partyLabels } from '#renderer/lib/labels.ts';
import { Lines } from '#renderer/ui/lines.tsx';
import { Part } from '#renderer/ui/part.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { DismissedTable } from './dismissed-table.tsx';
import { FindingsTable } from './findings-table.tsx';
import { type ManualKind, manualResultsOf } from './manual-result.ts';
import { ManualResultModal } from './manual-result-modal.tsx';
import { ManualResults } from './manual-results.tsx';
import { openQuestions, testRunsOf } from './open-questions.ts';

interface CheckPanelProps {
  readonly view: EligibilityView;
  readonly definition: EligibilityView['rows'][number];
  readonly result: RowResult;
  /** The case is open, so that checks can be answered. */
  readonly open: boolean;
  readonly onOpenFinding: (findingId: string) => void;
}

/** One check in full: meaning, action, reasons, manual results and findings. */
export const CheckPanel = ({ view, definition, result, open, onOpenFinding }: CheckPanelProps) => {
  const { row, setup, effect } = definition;
  const { caseId } = view;
  const [asked, setAsked] = useState<ManualKind>();
  const findings = view.findings.filter(({ id }) => result.findings.includes(id));
  const dismissals = view.dismissals.filter((one) => one.row === row);
  const questions = open ? openQuestions(view, result) : [];
  return (
    <Section
      title={setup}
      beside={
        <StatusBadge tone={stateTone(result, effect)}>
          {rowStateLabels[result.state]}
          {result.blocks && ' · blocker'}
        </StatusBadge>
      }
      actions={
        open && (
          <>
            <SmallButton changes onClick={() => setAsked('answer')}>
              Answer manually…
            </SmallButton>
            <SmallButton changes onClick={() => setAsked('override')}>
              Override result…
            </SmallButton>
          </>
        )
      }
    >
      <Stack>
        <Meaning view={view} definition={definition} result={result} />
        {questions.length > 0 && (
          <Part title="Question">
            {questions.map((one) => (
              <TrafficHosts key={one.id} caseId={caseId} evidence={one} />
            ))}
          </Part>
        )}
        {row === 'alerts-endpoints' &&
          testRunsOf(view, result).map((run) => (
            <Part key={run.id} title={`Test suite: ${run.scope}`}>
              <Coverage view={view} evidence={run} open={open} />
            </Part>
          ))}
        <OnRecord view={view} row={row} open={open} />
        {findings.length > 0 && (
          <Part title={`Evidence: ${formatFindings(findings.length)}`}>
            <FindingsTable
              caseId={caseId}
              label={`Findings: ${setup}`}
              findings={findings}
              onOpen={onOpenFinding}
              open={open}
            />
          </Part>
        )}
        {dismissals.length > 0 && (
          <Part title={`Dismissed: ${formatCount(dismissals.length, 'finding')}`}>
            <DismissedTable
              caseId={caseId}
              label={`Dismissed: ${setup}`}
              dismissals={dismissals}
              open={open}
            />
          </Part>
        )}
      </Stack>
      <ManualResultModal
        caseId={caseId}
        definition={definition}
        result={result}
        kind={asked}
        before={asked && manualResultsOf(view, row, asked).at(-1)}
        onClose={() => setAsked(undefined)}
      />
    </Section>
  );
};

const Meaning = ({ view, definition, result }: Pick<CheckPanelProps, 'view' | 'definition' | 'result'>) => {
  const { row, effect } = definition;
  const action = actionsToShow(view).find((one) => one.row === row);
  return (
    <>
      <div>
        <Text>{checkMeanings[row]}</Text>
        <Text c="dimmed">{effectLabel(effect, view)}.</Text>
      </div>
      {(action || result.missing) && (
        <Part title={action ? `Action: ${partyLabels[action.responsible].toLowerCase()}` : 'Action'}>
          <Text style={{ overflowWrap: 'anywhere' }}>{action?.what ?? result.missing}</Text>
        </Part>
      )}
      <Part title="Reason">
        {result.because.length === 0 ? (
          <Text>No evidence and no manual answer yet.</Text>
        ) : (
          <Lines lines={result.because} />
        )}
      </Part>
    </>
  );
};

/** What people set about the check. */
const OnRecord = ({
  view,
  row,
  open,
}: Pick<CheckPanelProps, 'view' | 'open'> & { row: RowResult['row'] }) => {
  const kinds = (['override', 'answer'] as const).map((kind) => {
    const [first, ...more] = manualResultsOf(view, row, kind);
    return first && { kind, results: [first, ...more] as const };
  });
  if (!kinds.some(Boolean)) return undefined;
  return (
    <Part title="Answers">
      {kinds.map(
        (one) => one && <ManualResults key={one.kind} caseId={view.caseId} row={row} open={open} {...one} />,
      )}
    </Part>
  );
};

/** More are counted, but not stored. */
const formatFindings = (count: number): string =>
  count < findingLimit ? formatCount(count, 'finding') : `strongest ${formatCount(count, 'finding')}`;
