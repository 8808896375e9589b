import {
  Button,
  Group,
  Input,
  type InputWrapperProps,
  PasswordInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import type { DetailView } from '#contract/runbook.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import { revealDetail } from './supply-details.ts';

interface DetailInputProps {
  readonly caseId: string;
  readonly detail: DetailView;
  /** What was typed; undefined: nothing. */
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onRemove: () => void;
}

/** One field of the form, after its kind: a choice, a text or a secret. */
export const DetailInput = (props: DetailInputProps) => {
  const { detail, value, error, onChange } = props;
  if (detail.secret) return <SecretDetail {...props} />;
  const { label, help, required, example } = detail;
  const choices = choicesIn(detail.pattern);
  const malformed =
    detail.state === 'invalid' && value === undefined ? 'It does not have the right form.' : undefined;
  const common = {
    label,
    description: help,
    withAsterisk: required,
    error: error ?? malformed,
    inputWrapperOrder: order,
  };
  const shown = value ?? detail.value ?? '';
  return choices === undefined ? (
    <TextInput
      {...common}
      autoComplete="off"
      spellCheck={false}
      placeholder={`Such as ${example}`}
      value={shown}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <Select
      {...common}
      data={choices}
      placeholder="Choose"
      value={shown === '' ? null : shown}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={!required}
    />
  );
};

const SecretDetail = ({ caseId, detail, value, error, onChange, onRemove }: DetailInputProps) => {
  const [replacing, setReplacing] = useState(false);
  const { name, label, help, required, state, kept } = detail;
  const what = label.toLowerCase();
  if (state === 'given' && kept !== false && !replacing && value === undefined) {
    return (
      <Input.Wrapper
        label={label}
        description={help}
        withAsterisk={required}
        inputWrapperOrder={order}
        labelElement="div"
      >
        <Group gap="xs" mt={4}>
          <SecretValue
            masked={detail.value ?? ''}
            what={`the ${what}`}
            reveal={() => revealDetail(caseId, name)}
            onError={(problem) => notifyFailed('The secret was not shown', problem)}
          />
          <Button size="compact-xs" variant="default" onClick={() => setReplacing(true)}>
            Replace
          </Button>
          <Button size="compact-xs" variant="default" onClick={onRemove}>
            Remove
          </Button>
        </Group>
        <Text size="sm" c="dimmed" mt={4}>
          Showing it goes on record.
        </Text>
      </Input.Wrapper>
    );
  }
  return (
    <Stack gap={4}>
      <PasswordInput
        label={label}
        description={help}
        withAsterisk={required}
        inputWrapperOrder={order}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide what is typed' }}
        value={value ?? ''}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {state === 'given' && kept === false && (
        <Text size="sm" c="dimmed">
          It was given, and is not here: the case came without its secrets, or their key is lost. Ask for it
          again.
        </Text>
      )}
    </Stack>
  );
};

/** Inputs stand in line, whatever their help is. */
const order: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description'];

/** The words of a pattern that allows only these; undefined for one that allows more. */
const choicesIn = (pattern: string): string[] | undefined =>
  /^[\w -]+(\|[\w -]+)*$/.test(pattern) ? pattern.split('|') : undefined;
