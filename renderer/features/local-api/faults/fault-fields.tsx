import { Autocomplete, Group, NumberInput, Select, Text, Textarea, TextInput } from '@mantine/core';
import { maskSign } from '#contract/request-runner.ts';
import { type Fault, fixtureLimits } from '#contract/sandbox.ts';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { DelayInput, StatusCodeInput } from '#renderer/ui/response-inputs.tsx';
import { defaultDelayMs, effects, routes } from './fault-labels.ts';

export interface FaultValues {
  name: string;
  method: string;
  route: string;
  /** Only this very path; empty: every one of the route. */
  path: string;
  answer: Fault['answer'];
  /** Numbers; a text while they are none yet. */
  seconds: number | string;
  times: number | string;
  percent: number | string;
  statusCode: number | string;
  contentType: string;
  body: string;
}

export const blankFault: FaultValues = {
  name: '',
  method: '',
  route: '*',
  path: '',
  answer: '503',
  seconds: '',
  times: '',
  percent: '',
  statusCode: 200,
  contentType: '',
  body: '',
};

const methodChoices = [
  { value: '', label: 'Any' },
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ value: method, label: method })),
];

interface FieldsProps {
  readonly form: DraftForm<FaultValues>;
}

/** Which calls a fault hits, and what they get. */
export const FaultFields = ({ form }: FieldsProps) => (
  <>
    <CallFields form={form} />
    <EffectFields form={form} />
  </>
);

const CallFields = ({ form }: FieldsProps) => (
  <>
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
    <TextInput
      label="Path"
      description="Exact path; leave empty to include every path of the route"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={1000}
      {...form.getInputProps('path')}
    />
  </>
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
      {answer === 'fixture' && <FixtureFields form={form} />}
      <Group align="flex-start" gap="sm">
        {(answer === 'slow' || answer === 'fixture') && (
          <DelayInput
            placeholder={answer === 'slow' ? String(defaultDelayMs / 1000) : 'None'}
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

const FixtureFields = ({ form }: FieldsProps) => (
  <>
    <Group align="flex-start" gap="sm">
      <TextInput label="Name" flex="1 1 14rem" maxLength={200} {...form.getInputProps('name')} />
      <StatusCodeInput
        label="Status code"
        required
        withAsterisk={false}
        {...form.getInputProps('statusCode')}
      />
      <TextInput
        label="Content type"
        placeholder="application/json"
        w={200}
        maxLength={200}
        {...form.getInputProps('contentType')}
      />
    </Group>
    <Textarea
      label="Response body"
      ff="monospace"
      autosize
      minRows={4}
      maxRows={14}
      maxLength={fixtureLimits.bodyLength}
      spellCheck={false}
      {...form.getInputProps('body')}
    />
    {form.values.body.includes(maskSign) && (
      <Text size="sm" c="dimmed">
        The body has masked secrets ({maskSign}): clients get them as they are here.
      </Text>
    )}
  </>
);

export const isKnownRoute = (route: string): boolean => route.trim() === '' || routes.includes(route.trim());

export const faultOf = (values: FaultValues): Fault => {
  const { name, method, route, path, answer, seconds, times, percent } = values;
  const delays = answer === 'slow' || answer === 'fixture';
  return {
    ...(method === '' ? {} : { method: method as NonNullable<Fault['method']> }),
    route: route.trim(),
    ...(path.trim() === '' ? {} : { path: path.trim() }),
    answer,
    ...(answer === 'fixture' && { fixture: fixtureOf(values) }),
    ...(answer === 'fixture' && name.trim() !== '' && { name: name.trim() }),
    ...(delays && typeof seconds === 'number' ? { delayMs: Math.round(seconds * 1000) } : {}),
    ...(typeof times === 'number' ? { times } : {}),
    ...(typeof percent === 'number' ? { share: percent / 100 } : {}),
  };
};

const fixtureOf = ({ statusCode, contentType, body }: FaultValues): NonNullable<Fault['fixture']> => ({
  statusCode: typeof statusCode === 'number' ? statusCode : 200,
  ...(contentType.trim() !== '' && { headers: [{ name: 'content-type', value: contentType.trim() }] }),
  ...(body !== '' && { body }),
});

export const valuesOf = (fault: Fault): FaultValues => {
  const { name = '', method = '', route, path = '', answer, delayMs, times = '', share, fixture } = fault;
  const type = fixture?.headers?.find((header) => header.name.toLowerCase() === 'content-type')?.value;
  return {
    name,
    method,
    route,
    path,
    answer,
    seconds: delayMs === undefined ? '' : delayMs / 1000,
    times,
    percent: share === undefined ? '' : share * 100,
    statusCode: fixture?.statusCode ?? 200,
    contentType: type ?? '',
    body: fixture?.body ?? '',
  };
};
