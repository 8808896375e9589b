import { Autocomplete, Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import type { Fault } from '#contract/sandbox.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { answerChoices, presets, routes, usualDelayMs } from './fault-labels.ts';
import { useSetFaults } from './set-faults.ts';

interface Values {
  readonly method: string;
  readonly route: string;
  readonly answer: Fault['answer'];
  readonly seconds: number | '';
  readonly times: number | '';
  readonly percent: number | '';
}

const blank: Values = { method: '', route: '*', answer: '503', seconds: '', times: '', percent: '' };
const methodChoices = [
  { value: '', label: 'Any' },
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ value: method, label: method })),
];

/** One fault more, after those that there are. */
export const AddFault = () => {
  const [values, setValues, forget] = useDraft('fault:new', blank);
  const set = useSetFaults();
  const change = (changes: Partial<Values>): void => setValues({ ...values, ...changes });
  const choice = answerChoices.find(({ value }) => value === values.answer);
  const add = (): void =>
    set.mutate((present) => [...present, faultOf(values)], {
      onSuccess: ({ before }) => {
        forget();
        notifyDone('The fault is in force.', () => set.mutate(() => before));
      },
    });
  return (
    <Section title="Add a fault" description="Begin with one of these, or with your own.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Stack gap="sm">
          <Group gap="xs">
            {presets.map(({ label, fault }) => (
              <Button key={label} size="xs" variant="default" onClick={() => setValues(valuesOf(fault))}>
                {label}
              </Button>
            ))}
          </Group>
          <Group align="flex-start" gap="sm">
            <Select
              label="Method"
              w={130}
              allowDeselect={false}
              data={methodChoices}
              value={values.method}
              onChange={(method) => change({ method: method ?? '' })}
            />
            <Autocomplete
              label="Route"
              description="As in the API reference, with {braces}; * is every route."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              required
              flex="1 1 20rem"
              maxLength={300}
              data={[...routes]}
              limit={30}
              value={values.route}
              onChange={(route) => change({ route })}
            />
          </Group>
          <Select
            label="What happens"
            description={choice?.meaning}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maw={480}
            allowDeselect={false}
            data={answerChoices.map(({ value, label }) => ({ value, label }))}
            value={values.answer}
            onChange={(answer) => change({ answer: (answer ?? '503') as Fault['answer'] })}
          />
          <Group align="flex-start" gap="sm">
            {values.answer === 'slow' && (
              <NumberInput
                label="Seconds late"
                w={150}
                min={0}
                max={120}
                decimalScale={3}
                placeholder={String(usualDelayMs / 1000)}
                value={values.seconds}
                onChange={(seconds) => change({ seconds: numeric(seconds) })}
              />
            )}
            <NumberInput
              label="How many times"
              w={180}
              min={1}
              allowDecimal={false}
              placeholder="Always"
              value={values.times}
              onChange={(times) => change({ times: numeric(times) })}
            />
            <NumberInput
              label="Of 100 calls"
              w={180}
              min={1}
              max={100}
              allowDecimal={false}
              placeholder="All of them"
              value={values.percent}
              onChange={(percent) => change({ percent: numeric(percent) })}
            />
          </Group>
          {set.error && <ErrorNotice title="The fault was not added" error={set.error} />}
          <Group gap="sm">
            <Button type="submit" loading={set.isPending} disabled={values.route.trim() === ''}>
              Add the fault
            </Button>
            {!isKnown(values.route) && (
              <Text c="dimmed">
                No known route is written so. It is taken, but hits nothing unless the API has it.
              </Text>
            )}
          </Group>
        </Stack>
      </form>
    </Section>
  );
};

const numeric = (value: string | number): number | '' => (typeof value === 'number' ? value : '');
const isKnown = (route: string): boolean => route.trim() === '' || routes.includes(route.trim());

const faultOf = ({ method, route, answer, seconds, times, percent }: Values): Fault => ({
  ...(method === '' ? {} : { method: method as NonNullable<Fault['method']> }),
  route: route.trim(),
  answer,
  ...(answer === 'slow' && seconds !== '' ? { delayMs: Math.round(seconds * 1000) } : {}),
  ...(times === '' ? {} : { times }),
  ...(percent === '' ? {} : { share: percent / 100 }),
});

const valuesOf = ({ method, route, answer, delayMs, times, share }: Fault): Values => ({
  method: method ?? '',
  route,
  answer,
  seconds: delayMs === undefined ? '' : delayMs / 1000,
  times: times ?? '',
  percent: share === undefined ? '' : share * 100,
});
