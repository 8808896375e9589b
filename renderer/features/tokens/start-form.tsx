import { Button, Group, SegmentedControl, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { TokenRowCounts } from '#contract/token-rows.ts';
import { unconfirmedIn } from '#renderer/lib/api.ts';
import { isUnfinished, useRuns } from '#renderer/lib/token-queries.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { isOtherDesk, OtherDesk } from '#renderer/ui/other-desk.tsx';
import { PlannedCalls } from '#renderer/ui/planned-calls.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { isOutsideWindow, WindowOverride } from '#renderer/ui/window-override.tsx';
import { PlanView } from './plan-view.tsx';
import { useCase, useTargetName } from './queries.ts';
import { RunOptionFields } from './run-option-fields.tsx';
import { startKinds, startLabels } from './start-labels.ts';
import { type StartKind, usePlan, useStart } from './start-run.ts';
import { noValues, optionsOf, refsIn, type StartValues } from './start-values.ts';

interface StartFormProps {
  readonly kind: StartKind;
  /** The one row that it is about, if the address names one. */
  readonly only: string | undefined;
  readonly counts: TokenRowCounts;
  readonly onKind: (kind: StartKind) => void;
}

/** Chooses what is run; says what that would do; starts it. */
export const StartForm = ({ kind, only, counts, onKind }: StartFormProps) => {
  const found = useCase();
  const target = useTargetName(found);
  const runs = useRuns(found.id);
  const [kept, keep, forget] = useDraft<StartValues>(`case:${found.id}:tokens-start:${kind}`, noValues);
  const [values, setValues] = useState<StartValues>(only === undefined ? kept : { ...kept, refs: only });
  const plan = usePlan(found.id);
  const start = useStart(found.id);
  const change = (changes: Partial<StartValues>): void => {
    const next = { ...values, ...changes };
    setValues(next);
    keep(next);
    plan.reset();
    start.reset();
  };
  const [beside, setBeside] = useState<string>();
  const [overriding, setOverriding] = useState<string>();
  const request = { kind, options: optionsOf(kind, values) };
  const begin = (confirm?: string, reason = beside, override = overriding): void => {
    const options = {
      ...request.options,
      ...(reason === undefined ? {} : { besideOtherDesk: reason }),
      ...(override === undefined ? {} : { overrideWindow: override }),
    };
    const wanted = { kind, options, ...(confirm === undefined ? {} : { confirm }) };
    start.mutate(wanted, { onSuccess: forget });
  };
  const unconfirmed = unconfirmedIn(start.error);
  const busy = runs.data?.results.some(isUnfinished) ?? false;
  const named = refsIn(values.refs).length;
  const { text, action } = startLabels[kind];
  const missing = kind === 'pilot' && named !== 1;
  const mustPlan = kind === 'undo' && plan.data === undefined;
  return (
    <>
      <Section
        title="What to do"
        level={3}
        description={`On ${found.targetId === 'local' ? 'the local service' : `“${target}”`}. ${standing(counts)}`}
      >
        <Stack>
          <SegmentedControl
            aria-label="Kind of run"
            w="fit-content"
            value={kind}
            onChange={(value) => onKind(value as StartKind)}
            data={startKinds.map((value) => ({ value, label: startLabels[value].label }))}
          />
          <Text>{text}</Text>
          <RowsField kind={kind} named={named} value={values.refs} onChange={(refs) => change({ refs })} />
          {kind !== 'undo' && <RunOptionFields values={values} onChange={change} />}
          {kind !== 'undo' && kind !== 'check' && (
            <Switch
              label="Keep credentials, sealed, also of rows that are done"
              description="Otherwise they are shredded as soon as a row is done, and an undone row must be imported again."
              checked={values.keepSecrets}
              onChange={(event) => change({ keepSecrets: event.currentTarget.checked })}
            />
          )}
          {start.error && unconfirmed === undefined && !isAsked(start.error) && (
            <ErrorNotice title="Nothing was started" error={start.error} />
          )}
          {plan.error && <ErrorNotice title="The plan could not be made" error={plan.error} />}
          <Group gap="sm">
            <Button
              variant={plan.data === undefined ? 'filled' : 'default'}
              loading={plan.isPending}
              disabled={missing}
              onClick={() => plan.mutate(request)}
            >
              Show what it would do
            </Button>
            <Button
              variant={plan.data === undefined ? 'default' : 'filled'}
              color={kind === 'undo' && plan.data !== undefined ? 'red' : undefined}
              loading={start.isPending}
              disabled={missing || mustPlan || busy || plan.data?.rows === 0}
              onClick={() => begin()}
            >
              {action}
            </Button>
            <Text c="dimmed">{whyNot({ missing, mustPlan, busy })}</Text>
          </Group>
        </Stack>
      </Section>
      {plan.data && <PlanView kind={kind} plan={plan.data} />}
      <OtherDesk
        error={start.error}
        draft={`case:${found.id}:other-desk`}
        busy={start.isPending}
        onSubmit={(reason) => {
          setBeside(reason);
          begin(undefined, reason);
        }}
        onClose={start.reset}
      />
      <WindowOverride
        error={start.error}
        draft={`case:${found.id}:window-override`}
        busy={start.isPending}
        onSubmit={(reason) => {
          setOverriding(reason);
          begin(undefined, beside, reason);
        }}
        onClose={start.reset}
      />
      <PlannedCalls
        unconfirmed={unconfirmed}
        target={`“${target}”`}
        busy={start.isPending}
        action={action}
        onConfirm={(confirm) => begin(confirm)}
        onClose={start.reset}
      />
    </>
  );
};

/** A dialog asks for a reason. */
const isAsked = (error: unknown): boolean => isOtherDesk(error) || isOutsideWindow(error);

const standing = ({ states, held }: TokenRowCounts): string => {
  const of = (state: keyof typeof states): number => states[state] ?? 0;
  const parts = [
    `${formatCount(of('ready'), 'row')} ready`,
    ...(held === 0 ? [] : [`${formatNumber(held)} of them held back`]),
    ...(of('failed') === 0 ? [] : [`${formatNumber(of('failed'))} failed`]),
    ...(of('done') === 0 ? [] : [`${formatNumber(of('done'))} done`]),
    ...(of('invalid') === 0 ? [] : [`${formatNumber(of('invalid'))} not in order`]),
  ];
  return `${parts.join(', ')}.`;
};

const whyNot = (is: { missing: boolean; mustPlan: boolean; busy: boolean }): string => {
  if (is.busy) return 'A run of this case has not ended: see above.';
  if (is.missing) return 'Name the one row that goes first.';
  return is.mustPlan ? 'Look at what it would do first.' : '';
};

interface RowsFieldProps {
  readonly kind: StartKind;
  readonly named: number;
  readonly value: string;
  readonly onChange: (refs: string) => void;
}

const RowsField = ({ kind, named, value, onChange }: RowsFieldProps) =>
  kind === 'pilot' ? (
    <TextInput
      label="Reference of the row"
      description="As it stands in the list of rows. Choose a company with data of every kind."
      required
      maw={480}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <Textarea
      label="Only these rows"
      description={
        named === 0
          ? 'References, one a line. All that can be taken up, if left empty.'
          : `${formatCount(named, 'row')} named, one a line.`
      }
      autosize
      minRows={2}
      maxRows={8}
      maw={480}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
