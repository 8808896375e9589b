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
import { type ReactNode, useState } from 'react';
import type { DetailView } from '#contract/runbook.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import { revealDetail } from './supply-details.ts';

interface DetailInputProps {
  readonly caseId: string;
  readonly detail: DetailView;
  /** As typed; undefined: unchanged. */
  readonly value: string | undefined;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
  readonly onRemove: () => void;
}

/** One field: a choice, a text or a secret. */
export const DetailInput = (props: DetailInputProps) => {
  const { detail, value, error, onChange } = props;
  if (detail.secret) return <SecretDetail {...props} />;
  const choices = choicesIn(detail.pattern);
  const common = {
    ...wrapperProps(detail),
    'data-path': `fields.${detail.name}`,
    error: error ?? (detail.state === 'invalid' && value === undefined && 'Invalid format'),
  };
  const shown = value ?? detail.value ?? '';
  return choices === undefined ? (
    <TextInput
      {...common}
      autoComplete="off"
      spellCheck={false}
      placeholder={`Such as ${detail.example}`}
      value={shown}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <Select
      {...common}
      data={choices}
      placeholder="Choose"
      value={shown || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={!detail.required}
    />
  );
};

const SecretDetail = (props: DetailInputProps) => {
  const { detail, value, error, onChange } = props;
  const [replacing, setReplacing] = useState(false);
  const isStored = detail.state === 'given' && detail.kept !== false;
  if (isStored && !replacing && value === undefined) {
    return <StoredSecret {...props} onReplace={() => setReplacing(true)} />;
  }
  return (
    <Stack gap={4}>
      <PasswordInput
        {...wrapperProps(detail)}
        data-path={`fields.${detail.name}`}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide value' }}
        value={value ?? ''}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {detail.state === 'given' && !isStored && (
        <Text size="sm" c="dimmed">
          Not stored here: the case was imported without its secrets, or their key is lost. Request it again.
        </Text>
      )}
    </Stack>
  );
};

const StoredSecret = ({
  caseId,
  detail,
  onRemove,
  onReplace,
}: DetailInputProps & { readonly onReplace: () => void }) => (
  <Input.Wrapper {...wrapperProps(detail)} labelElement="div">
    <Group gap="xs" mt={4}>
      <SecretValue
        masked={detail.value ?? ''}
        what={detail.label}
        reveal={() => revealDetail(caseId, detail.name)}
        onError={(problem) => notifyFailed('Secret not shown', problem)}
      />
      <Button size="compact-xs" variant="default" onClick={onReplace}>
        Replace
      </Button>
      <Button size="compact-xs" variant="default" onClick={onRemove}>
        Remove
      </Button>
    </Group>
    <Text size="sm" c="dimmed" mt={4}>
      Access is recorded
    </Text>
  </Input.Wrapper>
);

/** Inputs are aligned, however long their help is. */
const wrapperProps = ({
  label,
  help,
  required,
}: DetailView): Pick<InputWrapperProps, 'label' | 'description' | 'withAsterisk' | 'inputWrapperOrder'> => ({
  label,
  description: help,
  withAsterisk: required,
  inputWrapperOrder: ['label', 'input', 'error', 'description'],
});

/** The values that a pattern allows, if it lists them. */
const choicesIn = (pattern: string): string[] | undefined =>
  /^[\w -]+(\|[\w -]+)*$/.test(pattern) ? pattern.split('|') : undefined;
