import { Button, Group, List, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { actionsToShow } from '#contract/actions-to-show.ts';
import { type EligibilityView, findingLimit, type RowResult } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { TrafficHosts } from '#renderer/features/eligibility/evidence/traffic-hosts.tsx';
import { effectName, partyNames, rowMeanings } from '#renderer/features/eligibility/labels.ts';
import { AnswerModal } from './answer-modal.tsx';
import { asksAbout } from './asks-about.ts';
import { DismissedList } from './dismissed-list.tsx';
import { FindingsTable } from './findings-table.tsx';
import { OverrideModal } from './override-modal.tsx';
import { Answers, OverrideOnRecord } from './row-said.tsx';

interface RowPanelProps {
  readonly view: EligibilityView;
  readonly definition: EligibilityView['rows'][number];
  readonly result: RowResult;
  /** The case is open, so that something may be said. */
  readonly open: boolean;
  readonly onOpenFinding: (findingId: string) => void;
}

/** One row in full: what it means, what to do, what it stands on, and what people say about it. */
export const RowPanel = ({ view, definition, result, open, onOpenFinding }: RowPanelProps) => {
  const [asked, setAsked] = useState<'answer' | 'overrule'>();
  const { row, setup, effect } = definition;
  const action = actionsToShow(view).find((one) => one.row === row);
  const wanted = new Set(result.findings);
  const findings = view.findings.filter(({ id }) => wanted.has(id));
  const dismissals = view.dismissals.filter((one) => one.row === row);
  const [first, ...more] = view.answers.filter((one) => one.row === row);
  const asking = asksAbout(view, result);
  const overrule = view.overrules.find((one) => one.row === row);
  const close = (): void => setAsked(undefined);
  const form = { caseId: view.caseId, definition, result, onClose: close };
  return (
    <Stack>
      <Part title="What it means">
        <Text>{rowMeanings[row]}</Text>
        <Text c="dimmed">{effectName(effect, view)}.</Text>
      </Part>
      {(action || result.missing) && (
        <Part title="What to do">
          <Text style={{ overflowWrap: 'anywhere' }}>
            {action ? `${partyNames[action.responsible]}: ${action.what}` : result.missing}
          </Text>
        </Part>
      )}
      <Part title="Why">
        {result.because.length === 0 ? (
          <Text>Nothing was read for it, and nobody answered it.</Text>
        ) : (
          <List styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
            {result.because.map((because) => (
              <List.Item key={because}>{because}</List.Item>
            ))}
          </List>
        )}
      </Part>
      {open && asking.length > 0 && (
        <Part title="Question">
          {asking.map((one) => (
            <TrafficHosts key={one.id} caseId={view.caseId} evidence={one} />
          ))}
        </Part>
      )}
      {(first || overrule) && (
        <Part title="Answers">
          {overrule && <OverrideOnRecord caseId={view.caseId} overrule={overrule} open={open} />}
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
      {open && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setAsked('answer')}>
            Answer manually…
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsked('overrule')}>
            Override result…
          </Button>
        </Group>
      )}
      <AnswerModal opened={asked === 'answer'} before={more.at(-1) ?? first} {...form} />
      <OverrideModal opened={asked === 'overrule'} before={overrule} {...form} />
    </Stack>
  );
};

/** More are counted, and not kept. */
const formatFinding = (count: number): string =>
  count < findingLimit ? formatCount(count, 'finding') : `the strongest ${formatCount(count, 'finding')}`;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={4}>
    <Text size="sm" fw={650} c="dimmed">
      {title}
    </Text>
    {children}
  </Stack>
);
