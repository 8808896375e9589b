import { Checkbox, Modal, Text, Textarea, TextInput } from '@mantine/core';
import type { CoverageRequest } from '#contract/eligibility.ts';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { useStateCoverage } from './use-coverage.ts';

interface CoverageModalProps {
  readonly caseId: string;
  readonly evidenceId: string;
  /** The test suite. */
  readonly scope: string;
  readonly opened: boolean;
  /** As stated last. */
  readonly before: CoverageRequest | undefined;
  readonly onClose: () => void;
}

/** States which part of the integration a test suite covers, and confirms that it is all of it. */
export const CoverageModal = ({ opened, ...props }: CoverageModalProps) => (
  <Modal opened={opened} onClose={props.onClose} title={`Coverage: ${props.scope}`} size="lg">
    {opened && <CoverageForm {...props} />}
  </Modal>
);

const CoverageForm = ({
  caseId,
  evidenceId,
  before,
  onClose,
}: Omit<CoverageModalProps, 'opened' | 'scope'>) => {
  const saving = useStateCoverage(caseId, evidenceId);
  const own = useOwnName();
  const form = useDraftForm<CoverageRequest>({
    draft: `case:${caseId}:coverage:${evidenceId}`,
    initialValues: {
      coverage: before?.coverage ?? '',
      by: own.name,
      confirmed: false,
    },
    error: saving.error,
  });
  const close = (): void => {
    form.forget();
    onClose();
  };
  return (
    <ActionForm
      form={form}
      saving={saving}
      action={form.values.confirmed ? 'Confirm coverage' : 'Save coverage'}
      failed="Coverage not saved"
      onSubmit={({ coverage, by, confirmed }) =>
        saving.mutate({ coverage: coverage.trim(), by: by.trim(), confirmed }, { onSuccess: close })
      }
      onCancel={onClose}
    >
      <Text>A run without calls shows that there are none only where its suite covers every call.</Text>
      <Textarea
        label="The suite covers"
        description="Jobs, screens and services that it exercises, and what is mocked"
        required
        autosize
        minRows={3}
        maxRows={12}
        maxLength={4000}
        data-autofocus
        {...form.getInputProps('coverage')}
      />
      <TextInput label="Stated by" required {...form.getInputProps('by')} />
      <Checkbox
        label="Confirmed: nothing else of the integration calls this API"
        {...form.getInputProps('confirmed', { type: 'checkbox' })}
      />
    </ActionForm>
  );
};
