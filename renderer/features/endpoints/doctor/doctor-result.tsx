import { Anchor, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { DoctorCheck, DoctorCheckId, DoctorOutcome, DoctorResult } from '#contract/doctor.ts';
import { formatCount } from '#contract/format.ts';
import { CodeSample, SampleLanguage } from '#renderer/ui/code-sample.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { outcomeLabels, outcomeOrder, outcomeTones, verdictLabels } from './doctor-labels.ts';

interface DoctorResultProps {
  readonly result: DoctorResult;
  /** The run before, whose outcomes are compared. */
  readonly before?: DoctorResult | undefined;
  readonly actor?: string;
}

/** Every check with its outcome, what was seen, and how to fix what failed. */
export const DoctorResultView = ({ result, before, actor }: DoctorResultProps) => {
  const [shown, setShown] = useState<DoctorCheck>();
  const earlier = new Map(before?.checks.map(({ id, outcome }) => [id, outcome]));
  const changed = result.checks.filter(({ id, outcome }) => isChanged(earlier, id, outcome)).length;
  return (
    <Section
      title="Checks"
      level={3}
      beside={<StatusBadge tone={outcomeTones[result.verdict]}>{verdictTitle(result)}</StatusBadge>}
      description={
        <>
          <Instant at={result.at} seconds />
          {actor !== undefined && ` · ${actor}`} · {formatCount(result.requests, 'request')} sent
          {before !== undefined && (
            <>
              {' '}
              · {changed === 0 ? 'no outcome changed' : `${formatCount(changed, 'outcome')} changed`} since{' '}
              <Instant at={before.at} />
            </>
          )}
        </>
      }
    >
      <DataTable
        label="Checks of the doctor"
        rows={byUrgency(result.checks, earlier)}
        columns={columns(earlier, setShown)}
        rowId={({ id }) => id}
        minWidth={680}
      />
      {shown && <FixModal check={shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
};

type Earlier = ReadonlyMap<DoctorCheckId, DoctorOutcome>;

const isChanged = (earlier: Earlier, id: DoctorCheckId, outcome: DoctorOutcome): boolean =>
  earlier.has(id) && earlier.get(id) !== outcome;

/** What failed comes first, then what changed. */
const byUrgency = (checks: readonly DoctorCheck[], earlier: Earlier): DoctorCheck[] => {
  const rank = ({ id, outcome }: DoctorCheck): number =>
    2 * outcomeOrder.indexOf(outcome) + (isChanged(earlier, id, outcome) ? 0 : 1);
  return checks.toSorted((a, b) => rank(a) - rank(b));
};

const verdictTitle = ({ verdict, checks }: DoctorResult): string => {
  const failed = checks.filter(({ outcome }) => outcome === 'fail').length;
  return verdict === 'fail' ? `${formatCount(failed, 'check')} failed` : verdictLabels[verdict];
};

const columns = (
  earlier: Earlier,
  onShow: (check: DoctorCheck) => void,
): readonly TableColumn<DoctorCheck>[] => [
  {
    header: 'Outcome',
    width: 150,
    cell: ({ id, outcome }) => (
      <Stack gap={0} align="flex-start">
        <StatusBadge tone={outcomeTones[outcome]}>{outcomeLabels[outcome]}</StatusBadge>
        {isChanged(earlier, id, outcome) && (
          <Text size="sm" c="var(--accent-text)">
            Was {outcomeLabels[earlier.get(id) ?? outcome].toLowerCase()}
          </Text>
        )}
      </Stack>
    ),
  },
  { header: 'Check', width: '24%', wraps: true, sortBy: ({ title }) => title, cell: ({ title }) => title },
  {
    header: 'Evidence and fix',
    wraps: true,
    cell: (check) => <Ground check={check} onShow={() => onShow(check)} />,
  },
];

const shownLines = 3;

const Ground = ({ check, onShow }: { readonly check: DoctorCheck; readonly onShow: () => void }) => {
  const { evidence, fix, sample } = check;
  return (
    <Stack gap={2}>
      {fix !== undefined && (
        <Text>
          <Worded text={fix} />
        </Text>
      )}
      {evidence.slice(0, shownLines).map((line) => (
        <Text key={line} size="sm" c="dimmed">
          <Worded text={line} />
        </Text>
      ))}
      {(sample !== undefined || evidence.length > shownLines) && (
        <Group gap="sm">
          <Anchor component="button" type="button" size="sm" onClick={onShow}>
            {sample === undefined ? 'Show all evidence' : 'Show sample'}
          </Anchor>
        </Group>
      )}
    </Stack>
  );
};

const FixModal = ({ check, onClose }: { readonly check: DoctorCheck; readonly onClose: () => void }) => (
  <Modal opened onClose={onClose} title={check.title} size="xl">
    <Stack>
      {check.fix !== undefined && (
        <Text>
          <Worded text={check.fix} />
        </Text>
      )}
      {check.evidence.length > 0 && (
        <Section title="Evidence" level={3}>
          <Stack gap={2}>
            {check.evidence.map((line) => (
              <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
                <Worded text={line} />
              </Text>
            ))}
          </Stack>
        </Section>
      )}
      {check.sample !== undefined && (
        <Section title="Sample" level={3} actions={<SampleLanguage />}>
          <CodeSample topic={check.sample} />
        </Section>
      )}
    </Stack>
  </Modal>
);
