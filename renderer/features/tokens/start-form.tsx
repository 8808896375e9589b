import { Group, SegmentedControl, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { TokenRowCounts } from '#contract/token-rows.ts';
import { type StartKind, type StartRequest, usePlan, useStart } from '#renderer/lib/start-run.ts';
import { isUnfinished, tokensAt, useRuns } from '#renderer/lib/token-queries.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { RunPlan } from '#renderer/ui/run-plan.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { StartDialogs } from '#renderer/ui/start-dialogs.tsx';
import { Term } from '#renderer/ui/term.tsx';
import { RunOptionFields } from './run-option-fields.tsx';
import { startKinds, startLabels } from './start-labels.ts';
import { noValues, refsIn, type StartValues, startRequest } from './start-values.ts';
import { useTargetName } from './target-name.ts';
import { ThresholdFields } from './threshold-fields.tsx';

interface StartFormProps {
  readonly kind: StartKind;
  /** The one row that it is about, if the address names one. */
  readonly only: string | undefined;
  readonly counts: TokenRowCounts;
  readonly onKind: (kind: StartKind) => void;
}

/** Plans a run, and starts it. */
export const StartForm = ({ kind, only, counts, onKind }: StartFormProps) => {
  const found = useCase();
  const { id } = found;
  const target = useTargetName(found);
  const go = useNavigate();
  const plan = usePlan(id);
  const form = useDraftForm<StartValues>({
    draft: [`case:${id}:tokens-start:${kind}`, only].join(':'),
    initialValues: { ...noValues, refs: only ?? '' },
    error: plan.error,
    onChange: () => {
      plan.reset();
      starting.reset();
    },
  });
  const request = startRequest(kind, form.values);
  const starting = useStart(id, request, (run) => {
    form.forget();
    void go(`${tokensAt(id)}/runs/${run.id}`);
  });
  return (
    <>
      <Section title="New run" description={<Counts target={target} counts={counts} />}>
        <form onSubmit={form.onSubmit(() => plan.mutate(request))}>
          <Stack>
            <SegmentedControl
              aria-label="Kind of run"
              w="fit-content"
              value={kind}
              onChange={(value) => onKind(value as StartKind)}
              data={startKinds.map((value) => ({ value, label: startLabels[value].label }))}
            />
            <Text>{startLabels[kind].text}</Text>
            <Fields kind={kind} form={form} />
            {plan.error && <ErrorNotice title="Plan not created" error={plan.error} />}
            <StartDialogs caseId={id} starting={starting} target={target} action={startLabels[kind].action} />
            <Actions request={request} plan={plan} starting={starting} caseId={id} />
          </Stack>
        </form>
      </Section>
      {plan.data && (
        <Section title="Plan">
          <RunPlan kind={kind} plan={plan.data} noun={['row', 'rows']} />
        </Section>
      )}
    </>
  );
};

interface ActionsProps {
  readonly caseId: string;
  readonly request: StartRequest;
  readonly plan: ReturnType<typeof usePlan>;
  readonly starting: ReturnType<typeof useStart>;
}

const Actions = ({ caseId, request: { kind, refs }, plan, starting }: ActionsProps) => {
  const isBusy = useRuns(caseId).data?.results.some(isUnfinished) ?? false;
  const isPlanned = plan.data !== undefined;
  const reason = reasonAgainst(kind, refs, { isBusy, isPlanned });
  return (
    <Group gap="sm" justify="flex-end">
      <Text c="dimmed">{reason}</Text>
      <Blockable blocked={isNotOne(kind, refs) ? notOne : undefined}>
        <ActionButton type="submit" variant={isPlanned ? 'default' : 'filled'} loading={plan.isPending}>
          Show plan
        </ActionButton>
      </Blockable>
      <Blockable blocked={reason ?? (plan.data?.rows === 0 ? 'The plan has no rows.' : undefined)}>
        <ActionButton
          variant={isPlanned ? 'filled' : 'default'}
          color={kind === 'undo' && isPlanned ? 'red' : undefined}
          loading={starting.isPending}
          onClick={() => starting.start()}
        >
          {startLabels[kind].action}
        </ActionButton>
      </Blockable>
    </Group>
  );
};

const Counts = ({ target, counts: { states, held } }: { target: string; counts: TokenRowCounts }) => {
  const others = (['failed', 'done', 'invalid', 'excluded'] as const).flatMap((state) =>
    states[state] ? [` · ${formatNumber(states[state])} ${state}`] : [],
  );
  return (
    <>
      On {target}: {formatNumber(states.ready ?? 0)} ready
      {held > 0 && (
        <>
          {' '}
          · {formatNumber(held)} <Term term="held">held</Term>
        </>
      )}
      {others}
    </>
  );
};

const notOne = 'Enter the reference of one row.';

/** A pilot has exactly one row. */
const isNotOne = (kind: StartKind, refs: readonly string[] | undefined): boolean =>
  kind === 'pilot' && refs?.length !== 1;

/** Why it can't be started yet. */
const reasonAgainst = (
  kind: StartKind,
  refs: readonly string[] | undefined,
  { isBusy, isPlanned }: { readonly isBusy: boolean; readonly isPlanned: boolean },
): string | undefined => {
  if (isBusy) return 'A run of this case has not ended.';
  if (isNotOne(kind, refs)) return notOne;
  return kind === 'undo' && !isPlanned ? 'Show the plan first.' : undefined;
};

const Fields = ({ kind, form }: { readonly kind: StartKind; readonly form: DraftForm<StartValues> }) => {
  const named = refsIn(form.values.refs)?.length ?? 0;
  return (
    <>
      {kind === 'pilot' ? (
        <TextInput
          label="Reference"
          description="A company with data of every type"
          required
          maw={480}
          {...form.getInputProps('refs')}
        />
      ) : (
        <Textarea
          label="Only these rows"
          description={
            named === 0 ? 'References, one per line; empty for all' : formatCount(named, 'reference')
          }
          autosize
          minRows={2}
          maxRows={8}
          maw={480}
          {...form.getInputProps('refs')}
        />
      )}
      {kind !== 'undo' && <RunOptionFields getInputProps={form.getInputProps} />}
      {kind !== 'undo' && kind !== 'pilot' && (
        <ThresholdFields
          values={form.values.thresholds}
          onChange={(changes) => form.setValues({ thresholds: { ...form.values.thresholds, ...changes } })}
        />
      )}
      {kind !== 'undo' && kind !== 'check' && (
        <Switch
          label="Keep sealed credentials of done rows"
          description="Otherwise they are shredded, and an undone row must be imported again"
          {...form.getInputProps('keepSecrets', { type: 'checkbox' })}
        />
      )}
    </>
  );
};
