import { Group, List, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { actionsToShow } from '#contract/actions-to-show.ts';
import { type EligibilityView, findingLimit, type RowResult } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { TrafficHosts } from '#renderer/features/eligibility/evidence/traffic-hosts.tsx';
import { effectLabel, rowMeanings } from '#renderer/features/eligibility/labels.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { AnswerModal } from './answer-modal.tsx';
import { DismissedList } from './dismissed-list.tsx';
import { FindingsTable } from './findings-table.tsx';
import { Answers, OverrideOnRecord } from './manual-results.tsx';
import { openQuestions } from './open-questions.ts';
import { OverrideModal } from './override-modal.tsx';

interface RowPanelProps {
  readonly view: EligibilityView;
  readonly definition: EligibilityView['rows'][number];
  readonly result: RowResult;
  /** The case is open, so that checks can be answered. */
  readonly open: boolean;
  readonly onOpenFinding: (findingId: string) => void;
}

/** One check in full: meaning, action, grounds, manual results and findings. */
export const RowPanel = ({ view, definition, result, open, onOpenFinding }: RowPanelProps) => {
  const { row, setup } = definition;
  const findings = view.findings.filter(({ id }) => result.findings.includes(id));
  const dismissals = view.dismissals.filter((one) => one.row === row);
  const questions = open ? openQuestions(view, result) : [];
  const [first, ...more] = view.answers.filter((one) => one.row === row);
  const override = view.overrules.find((one) => one.row === row);
  return (
    <Stack>
      <Meaning view={view} definition={definition} result={result} />
      {questions.length > 0 && (
        <Part title="Question">
          {questions.map((one) => (
            <TrafficHosts key={one.id} caseId={view.caseId} evidence={one} />
          ))}
        </Part>
      )}
      {(first || override) && (
        <Part title="Answers">
          {override && <OverrideOnRecord caseId={view.caseId} override={override} open={open} />}
          {first && <Answers caseId={view.caseId} answers={[first, ...more]} open={open} />}
        </Part>
      )}
      {findings.length > 0 && (
        <Part title={`Evidence: ${formatFinding(findings.length)}`}>
          <FindingsTable
            caseId={view.caseId}
            label={`Findings: ${setup}`}
            findings={findings}
            onOpen={onOpenFinding}
            open={open}
          />
        </Part>
      )}
      {dismissals.length > 0 && (
        <Part title={`Dismissed: ${formatCount(dismissals.length, 'finding')}`}>
          <DismissedList caseId={view.caseId} dismissals={dismissals} open={open} />
        </Part>
      )}
      <ManualActions
        caseId={view.caseId}
        definition={definition}
        result={result}
        open={open}
        answer={more.at(-1) ?? first}
        override={override}
      />
    </Stack>
  );
};

const Meaning = ({ view, definition, result }: Pick<RowPanelProps, 'view' | 'definition' | 'result'>) => {
  const { row, effect } = definition;
  const action = actionsToShow(view).find((one) => one.row === row);
  return (
    <>
      <Part title="Meaning">
        <Text>{rowMeanings[row]}</Text>
        <Text c="dimmed">{effectLabel(effect, view)}.</Text>
      </Part>
      {(action || result.missing) && (
        <Part title="Action">
          <Text style={{ overflowWrap: 'anywhere' }}>
            {action ? `${partyLabels[action.responsible]}: ${action.what}` : result.missing}
          </Text>
        </Part>
      )}
      <Part title="Grounds">
        {result.because.length === 0 ? (
          <Text>No evidence and no manual answer yet.</Text>
        ) : (
          <List styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
            {result.because.map((because) => (
              <List.Item key={because}>{because}</List.Item>
            ))}
          </List>
        )}
      </Part>
    </>
  );
};

interface ManualActionsProps extends Pick<RowPanelProps, 'definition' | 'result' | 'open'> {
  readonly caseId: string;
  /** The current ones. */
  readonly answer: EligibilityView['answers'][number] | undefined;
  readonly override: EligibilityView['overrules'][number] | undefined;
}

const ManualActions = ({ open, answer, override, ...props }: ManualActionsProps) => {
  const [asked, setAsked] = useState<'answer' | 'override'>();
  const onClose = (): void => setAsked(undefined);
  return (
    <>
      {open && (
        <Group gap="xs">
          <SmallButton onClick={() => setAsked('answer')}>Answer manually…</SmallButton>
          <SmallButton onClick={() => setAsked('override')}>Override result…</SmallButton>
        </Group>
      )}
      <AnswerModal opened={asked === 'answer'} before={answer} onClose={onClose} {...props} />
      <OverrideModal opened={asked === 'override'} before={override} onClose={onClose} {...props} />
    </>
  );
};

/** More are counted, but not stored. */
const formatFinding = (count: number): string =>
  count < findingLimit ? formatCount(count, 'finding') : `strongest ${formatCount(count, 'finding')}`;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={4}>
    <Text size="sm" fw={650} c="dimmed">
      {title}
    </Text>
    {children}
  </Stack>
);
