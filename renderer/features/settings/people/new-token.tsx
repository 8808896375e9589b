import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { IssuedToken, TokenRequest } from '#contract/people.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { ScopeSelect } from './scope-select.tsx';
import { type TokensOf, useIssueToken } from './use-people.ts';

interface NewTokenProps {
  readonly of: TokensOf;
  readonly onClose: () => void;
}

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '366', label: '366 days' },
];

const accesses = [
  { value: 'all', label: 'All of the roles' },
  { value: 'read', label: 'Reading only' },
];

/** First what it is for, then the token, this once. */
export const NewToken = ({ of, onClose }: NewTokenProps) => {
  const issue = useIssueToken(of);
  const [issued, setIssued] = useState<IssuedToken>();
  const form = useDraftForm({
    initialValues: { name: '', days: '90', access: 'all', scope: 'desk' },
    error: issue.error,
  });
  if (issued !== undefined) return <ShownOnce issued={issued} onClose={onClose} />;
  return (
    <ActionForm
      form={form}
      saving={issue}
      action="Create access token"
      failed="Access token not created"
      onSubmit={(values) => issue.mutate(requestOf(values), { onSuccess: setIssued })}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        description="What it is for, such as the machine it is used on"
        required
        data-autofocus
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <Group grow align="flex-start">
        <Select
          label="Expires after"
          allowDeselect={false}
          data={lifetimes}
          {...form.getInputProps('days')}
        />
        <Select label="Opens" allowDeselect={false} data={accesses} {...form.getInputProps('access')} />
      </Group>
      <ScopeSelect
        label="Where"
        description="Never more than the roles of the person"
        value={form.values.scope}
        onChange={(scope) => form.setFieldValue('scope', scope)}
      />
    </ActionForm>
  );
};

interface Values {
  readonly name: string;
  readonly days: string;
  readonly access: string;
  readonly scope: string;
}

const requestOf = ({ name, days, access, scope }: Values): TokenRequest => ({
  name: name.trim(),
  days: Number(days),
  access: access === 'read' ? 'read' : 'all',
  scope,
});

interface ShownOnceProps {
  readonly issued: IssuedToken;
  /** What the button does, in place of closing. */
  readonly action?: string;
  readonly busy?: boolean;
  readonly onClose: () => void;
}

/** The token: it goes with the dialog. */
export const ShownOnce = ({ issued, action = 'Done', busy = false, onClose }: ShownOnceProps) => (
  <Stack>
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      Copy it now: it is not shown again. It opens the desk as its person until{' '}
      <Instant at={issued.expires} />.
    </Alert>
    <CodeBlock text={issued.token} what="the access token" />
    <Group justify="flex-end" gap="xs">
      <Button loading={busy} onClick={onClose} data-autofocus>
        {action}
      </Button>
    </Group>
  </Stack>
);
