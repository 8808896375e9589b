import { Button, Group, Stack, Text } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { Blockable } from './blockable.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { useBlockedHere } from './needs-role.tsx';

interface ActionFormProps<T extends object> {
  readonly form: DraftForm<T>;
  /** The request that it makes, if it makes one itself. */
  readonly saving?: { readonly isPending: boolean; readonly error: unknown };
  /** Verb and object, such as "Save note". */
  readonly action: string;
  readonly icon?: TablerIcon;
  /** Such as "Note not saved". */
  readonly failed?: string;
  /** Why the action is not possible yet, shown beside it; undefined: it is possible. */
  readonly blocked?: string | undefined;
  /** Its request changes nothing: whoever sees it may make it. */
  readonly reads?: boolean;
  /** Beside the action. */
  readonly beside?: ReactNode;
  readonly onSubmit: (values: T) => void;
  /** In a dialog; without it the form is a part of a screen. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** Fields, the error of the request, and the action with the reason why it is not possible yet. */
export const ActionForm = <T extends object>(props: ActionFormProps<T>) => {
  const {
    form,
    saving,
    action,
    icon: Icon,
    failed = 'Failed',
    reads = false,
    beside,
    onSubmit,
    onCancel,
  } = props;
  const here = useBlockedHere();
  const blocked = (saving === undefined || reads ? undefined : here) ?? props.blocked;
  const shownAt = Object.keys(form.values);
  const reason = blocked !== undefined && (
    <Text size="sm" c="dimmed" mr={onCancel && 'auto'}>
      {blocked}
    </Text>
  );
  return (
    <form autoComplete="off" onSubmit={form.onSubmit(onSubmit)}>
      <Stack gap={onCancel ? 'md' : 'sm'}>
        {props.children}
        {saving?.error ? <ErrorNotice title={failed} error={saving.error} shownAt={shownAt} /> : undefined}
        <Group justify={onCancel && 'flex-end'} gap="sm">
          {onCancel && reason}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Blockable blocked={blocked}>
            <Button
              type="submit"
              leftSection={Icon && <Icon size={16} aria-hidden />}
              loading={saving?.isPending ?? false}
            >
              {action}
            </Button>
          </Blockable>
          {!onCancel && reason}
          {beside}
        </Group>
      </Stack>
    </form>
  );
};
