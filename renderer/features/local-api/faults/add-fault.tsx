import { Autocomplete, Group, NumberInput, Select, Text } from '@mantine/core';
import type { Fault } from '#contract/sandbox.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { defaultDelayMs, effects, presets, routes } from './fault-labels.ts';
import { useSetFaults } from './set-faults.ts';

interface Values {
  method: string;
  route: string;
  answer: Fault['answer'];
  /** Numbers; a text while they are none yet. */
  seconds: number | string;
  times: number | string;
  percent: number | string;
}

const blank: Values = { method: '', route: '*', answer: '503', seconds: '', times: '', percent: '' };
const methodChoices = [
  { value: '', label: 'Any' },
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ value: method, label: method })),
];

/** Adds a fault at the end of the list. */
export const AddFault = () => {
  const set = useSetFaults();
  const form = useDraftForm({ draft: 'fault:new', initialValues: blank, error: set.error });
  const add = (values: Values): void =>
    set.mutate((present) => [...present, faultOf(values)], {
      onSuccess: ({ before }) => {
        form.forget();
        notifyDone('Fault added.', () => set.mutate(() => before));
      },
    });
  return (
    <Section title="Add fault">
      <ActionForm
        form={form}
        saving={set}
        action="Add fault"
        failed="Fault not added"
        beside={!isKnown(form.values.route) && <Text c="dimmed">Unknown route: it may match no call.</Text>}
        onSubmit={add}
      >
        <Group gap="xs">
          {presets.map(({ label, fault }) => (
            <SmallButton key={label} onClick={() => form.setValues(valuesOf(fault))}>
              {label}
            </SmallButton>
          ))}
        </Group>
        <CallFields form={form} />
        <EffectFields form={form} />
      </ActionForm>
    </Section>
  );
};

interface FieldsProps {
  readonly form: DraftForm<Values>;
}

const CallFields = ({ form }: FieldsProps) => (
  <Group align="flex-start" gap="sm">
    <Select
      label="Method"
      w={130}
      allowDeselect={false}
      data={methodChoices}
      {...form.getInputProps('method')}
    />
    <Autocomplete
      label="Route"
      description="As in the API reference, with {braces}; * for every route"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      flex="1 1 20rem"
      maxLength={300}
      data={[...routes]}
      limit={30}
      {...form.getInputProps('route')}
    />
  </Group>
);

const EffectFields = ({ form }: FieldsProps) => {
  const { answer } = form.values;
  return (
    <>
      <Select
        label="Effect"
        description={effects.find(({ value }) => value === answer)?.meaning}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maw={480}
        allowDeselect={false}
        data={effects.map(({ value, label }) => ({ value, label }))}
        {...form.getInputProps('answer')}
      />
      <Group align="flex-start" gap="sm">
        {answer === 'slow' && (
          <NumberInput
            label="Delay (s)"
            w={150}
            min={0}
            max={120}
            decimalScale={3}
            placeholder={String(defaultDelayMs / 1000)}
            {...form.getInputProps('seconds')}
          />
        )}
        <NumberInput
          label="Number of calls"
          w={180}
          min={1}
          allowDecimal={false}
          placeholder="Unlimited"
          {...form.getInputProps('times')}
        />
        <NumberInput
          label="Share of calls (%)"
          w={180}
          min={1}
          max={100}
          allowDecimal={false}
          placeholder="100"
          {...form.getInputProps('percent')}
        />
      </Group>
    </>
  );
};

const isKnown = (route: string): boolean => route.trim() === '' || routes.includes(route.trim());

const faultOf = ({ method, route, answer, seconds, times, percent }: Values): Fault => ({
  ...(method === '' ? {} : { method: method as NonNullable<Fault['method']> }),
  route: route.trim(),
  answer,
  ...(answer === 'slow' && typeof seconds === 'number' ? { delayMs: Math.round(seconds * 1000) } : {}),
  ...(typeof times === 'number' ? { times } : {}),
  ...(typeof percent === 'number' ? { share: percent / 100 } : {}),
});

const valuesOf = ({ method, route, answer, delayMs, times, share }: Fault): Values => ({
  method: method ?? '',
  route,
  answer,
  seconds: delayMs === undefined ? '' : delayMs / 1000,
  times: times ?? '',
  percent: share === undefined ? '' : share * 100,
});
