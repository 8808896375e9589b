import {
  Button,
  Group,
  Input,
  type InputWrapperProps,
  MultiSelect,
  PasswordInput,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { DetailView } from '#contract/runbook.ts';
import { type DetailKind, hasForm, kindOf, valuesIn } from '#renderer/lib/detail-kind.ts';
import { ConfirmAction } from '#renderer/ui/confirm-action.tsx';
import type { ConfirmModalProps } from '#renderer/ui/confirm-modal.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import classes from './details-form.module.css';
import { revealDetail } from './supply-details.ts';

interface DetailInputProps {
  readonly caseId: string;
  readonly detail: DetailView;
  /** As typed; undefined: unchanged. */
  readonly value: string | undefined;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
  /** The request of `onRemove`. */
  readonly removing: ConfirmModalProps['doing'];
  readonly onRemove: () => void;
}

/** One field: a choice, several of a list, a number, a URL, a text or a secret. */
export const DetailInput = (props: DetailInputProps) =>
  props.detail.secret ? <SecretDetail {...props} /> : <ClearDetail {...props} />;

const ClearDetail = ({ detail, value, error, onChange }: DetailInputProps) => {
  const shown = value ?? detail.value ?? '';
  const kind = kindOf(detail.pattern);
  const common = {
    ...wrapperProps(detail, shown !== ''),
    'data-path': `fields.${detail.name}`,
    error: error ?? problemOf(detail, shown),
  };
  const field = { common, detail, shown, onChange };
  switch (kind.kind) {
    case 'choice':
      return <ChoiceField {...field} choices={kind.choices} />;
    case 'choices':
      return <ChoicesField {...field} {...kind} />;
    case 'names':
      return <NamesField {...field} separator={kind.separator} />;
    default:
      return (
        <TextInput
          {...common}
          {...(kind.kind === 'url' && { type: 'url' })}
          {...(kind.kind === 'number' && { inputMode: 'numeric' as const })}
          autoComplete="off"
          spellCheck={false}
          placeholder={`Such as ${detail.example}`}
          value={shown}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
};

/** Of what is there; what is missing is said at the label. */
const problemOf = ({ pattern, example }: DetailView, shown: string): string | undefined =>
  shown === '' || hasForm(pattern, shown.trim()) ? undefined : `Wrong format. Example: ${example}`;

interface FieldProps extends Pick<DetailInputProps, 'detail' | 'onChange'> {
  readonly common: WrapperProps & Pick<InputWrapperProps, 'error'> & { readonly 'data-path': string };
  readonly shown: string;
}

const ChoiceField = ({
  common,
  detail,
  shown,
  onChange,
  choices,
}: FieldProps & { readonly choices: readonly string[] }) => (
  <Select
    {...common}
    data={choices}
    placeholder="Choose"
    value={shown || null}
    onChange={(chosen) => onChange(chosen ?? '')}
    allowDeselect={!detail.required}
  />
);

type ChoicesFieldProps = FieldProps & Omit<Extract<DetailKind, { kind: 'choices' }>, 'kind'>;

const ChoicesField = ({ common, detail, shown, onChange, choices, all, separator }: ChoicesFieldProps) => {
  const known = all === undefined ? choices : [all, ...choices];
  const values = valuesIn(shown, separator);
  const choose = (chosen: readonly string[]): void => {
    const isAll = all !== undefined && chosen.includes(all) && !values.includes(all);
    onChange(isAll ? all : chosen.filter((one) => one !== all).join(separator));
  };
  return (
    <MultiSelect
      {...common}
      // Its help lists what is offered.
      description={all === undefined ? common.description : undefined}
      // What an earlier form allowed stays visible, with its problem.
      data={[...new Set([...known, ...values])]}
      placeholder={values.length === 0 ? 'Choose' : undefined}
      searchable
      clearable
      hidePickedOptions
      maxDropdownHeight={280}
      nothingFoundMessage="No match"
      clearButtonProps={{ 'aria-label': `Clear ${detail.label}` }}
      value={values}
      onChange={choose}
    />
  );
};

const NamesField = ({
  common,
  detail,
  shown,
  onChange,
  separator,
}: FieldProps & { readonly separator: string }) => {
  const values = valuesIn(shown, separator);
  return (
    <TagsInput
      {...common}
      placeholder={values.length === 0 ? `Such as ${detail.example}` : undefined}
      splitChars={[',', ' ']}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${detail.label}` }}
      value={values}
      onChange={(names) => onChange(names.join(separator))}
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
        {...wrapperProps(detail, isStored || (value ?? '') !== '')}
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
  removing,
  onRemove,
  onReplace,
}: DetailInputProps & { readonly onReplace: () => void }) => (
  <Input.Wrapper {...wrapperProps(detail, true)} labelElement="div">
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
      <ConfirmAction
        trigger={(ask) => (
          <Button size="compact-xs" variant="default" aria-label={`Remove ${detail.label}`} onClick={ask}>
            Remove…
          </Button>
        )}
        title={`Remove ${detail.label}?`}
        text={`The stored secret is deleted and cannot be restored.${detail.required ? ' Step 1 needs it again.' : ''}`}
        action="Remove secret"
        isDangerous
        doing={removing}
        onConfirm={(close) => {
          close();
          onRemove();
        }}
      />
    </Group>
    <Text size="sm" c="dimmed" mt={4}>
      Access is recorded
    </Text>
  </Input.Wrapper>
);

type WrapperProps = Pick<InputWrapperProps, 'label' | 'description' | 'inputWrapperOrder'>;

/** Inputs are aligned, however long their help is. What is missing is said here alone, not by an asterisk too. */
const wrapperProps = ({ label, help, required }: DetailView, isGiven: boolean): WrapperProps => ({
  label: (
    <>
      {label} {!isGiven && <FieldState isRequired={required} />}
    </>
  ),
  description: help,
  inputWrapperOrder: ['label', 'input', 'error', 'description'],
});

/** Plain: how many are missing is marked once, at the head of the step. */
const FieldState = ({ isRequired }: { readonly isRequired: boolean }) => (
  <span className={classes.state}>{isRequired ? 'Missing' : 'Optional'}</span>
);
