import { Group, Stack, Text } from '@mantine/core';
import type { EligibilityView } from '#contract/eligibility.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { useWithdrawAnswers } from './answer-row.ts';
import { useRemoveOverride } from './override-row.ts';

type Answer = EligibilityView['answers'][number];
type Override = EligibilityView['overrules'][number];

/** All answers to a check, of which the last is current. */
export const Answers = ({
  caseId,
  answers,
  open,
}: {
  caseId: string;
  answers: readonly [Answer, ...Answer[]];
  open: boolean;
}) => {
  const last = answers.at(-1) as Answer;
  const withdraw = useWithdrawAnswers(caseId, last);
  return (
    <Stack gap={6}>
      {answers.map((answer) => (
        <ManualResult
          key={answer.at}
          head={`Answered: ${formatRowState(answer.state)}`}
          by={answer.by}
          at={answer.at}
          note={answer.note}
          past={answer !== last}
        />
      ))}
      {open && (
        <Group>
          <RowButton loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {answers.length === 1 ? 'Withdraw answer' : 'Withdraw answers'}
          </RowButton>
        </Group>
      )}
      {withdraw.error && <ErrorNotice title="Answers not withdrawn" error={withdraw.error} />}
    </Stack>
  );
};

export const OverrideOnRecord = ({
  caseId,
  override,
  open,
}: {
  caseId: string;
  override: Override;
  open: boolean;
}) => {
  const withdraw = useRemoveOverride(caseId, override);
  return (
    <Stack gap={6}>
      <ManualResult
        head={`Overridden: ${formatRowState(override.state)}`}
        by={override.by}
        at={override.at}
        note={override.reason}
      />
      {open && (
        <Group>
          <RowButton loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw override
          </RowButton>
        </Group>
      )}
      {withdraw.error && <ErrorNotice title="Override not withdrawn" error={withdraw.error} />}
    </Stack>
  );
};

interface ManualResultProps {
  readonly head: string;
  readonly by: string;
  readonly at: string;
  readonly note: string;
  readonly past?: boolean;
}

const ManualResult = ({ head, by, at, note, past = false }: ManualResultProps) => (
  <div>
    <Text>
      <Text span inherit fw={600}>
        {head}
      </Text>
      {past && ' (replaced)'} · {by} · <Instant at={at} />
    </Text>
    <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{note}</Text>
  </div>
);
