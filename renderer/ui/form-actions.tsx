import { Button, Group } from '@mantine/core';
import { ErrorNotice } from './error-notice.tsx';

interface FormActionsProps {
  /** Verb and object, such as "Save note". */
  readonly action: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
  readonly error: unknown;
  /** Such as "Note not saved". */
  readonly failed: string;
  /** Fields, by their names on the wire, that show their own errors. */
  readonly shownAt?: readonly string[];
}

/** The end of a form: its error, Cancel and the action. */
export const FormActions = ({
  action,
  busy,
  disabled = false,
  onCancel,
  error,
  failed,
  shownAt = [],
}: FormActionsProps) => (
  <>
    {error ? <ErrorNotice title={failed} error={error} shownAt={shownAt} /> : undefined}
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {action}
      </Button>
    </Group>
  </>
);
