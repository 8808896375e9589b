import { Button, Group } from '@mantine/core';
import { ErrorNotice } from './error-notice.tsx';

interface FormActionsProps {
  /** What the button does, such as "Save the note". */
  readonly action: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
  readonly error: unknown;
  /** What failed, such as "The note was not saved". */
  readonly failed: string;
}

/** The end of a form: why it could not be sent, if it could not, and its two buttons. */
export const FormActions = ({
  action,
  busy,
  disabled = false,
  onCancel,
  error,
  failed,
}: FormActionsProps) => (
  <>
    {error ? <ErrorNotice title={failed} error={error} /> : undefined}
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
