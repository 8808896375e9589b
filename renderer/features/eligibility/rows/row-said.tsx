import { Button, Group, Stack, Text } from '@mantine/core';
import type { EligibilityView } from '#contract/eligibility.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { useTakeAnswersBack } from './answer-row.ts';
import { useRemoveOverride } from './override-row.ts';

type Answer = EligibilityView['answers'][number];
type Override = EligibilityView['overrules'][number];

/** All answers to a row that are on record, the last of which counts. */
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
  const back = useTakeAnswersBack(caseId, last);
  return (
    <Stack gap={6}>
      {answers.map((answer) => (
        <SaidLine
          key={answer.at}
          head={`Answered: ${formatRowState(answer.state)}`}
          by={answer.by}
          at={answer.at}
          words={answer.note}
          past={answer !== last}
        />
      ))}
      {open && (
        <Group>
          <Button size="compact-sm" variant="default" loading={back.isPending} onClick={() => back.mutate()}>
            {answers.length === 1 ? 'Withdraw answer' : 'Withdraw answers'}
          </Button>
        </Group>
      )}
      {back.error && <ErrorNotice title="The answers still count" error={back.error} />}
    </Stack>
  );
};

export const OverrideOnRecord = ({
  caseId,
  overrule,
  open,
}: {
  caseId: string;
  overrule: Override;
  open: boolean;
}) => {
  const back = useRemoveOverride(caseId, overrule);
  return (
    <Stack gap={6}>
      <SaidLine
        head={`Overridden: ${formatRowState(overrule.state)}`}
        by={overrule.by}
        at={overrule.at}
        words={overrule.reason}
      />
      {open && (
        <Group>
          <Button size="compact-sm" variant="default" loading={back.isPending} onClick={() => back.mutate()}>
            Withdraw override
          </Button>
        </Group>
      )}
      {back.error && <ErrorNotice title="The override still counts" error={back.error} />}
    </Stack>
  );
};

interface SaidLineProps {
  readonly head: string;
  readonly by: string;
  readonly at: string;
  readonly words: string;
  readonly past?: boolean;
}

const SaidLine = ({ head, by, at, words, past = false }: SaidLineProps) => (
  <div>
    <Text>
      <Text span inherit fw={600}>
        {head}
      </Text>
      {past && ', until a later answer'} · {by} · <Instant at={at} />
    </Text>
    <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{words}</Text>
  </div>
);
