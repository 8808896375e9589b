import { Modal, Text, TextInput } from '@mantine/core';
import type { CutoverView } from '#contract/cutover.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import type { useRehearse } from './parity-calls.ts';

interface RehearseModalProps {
  readonly view: CutoverView;
  readonly rehearse: ReturnType<typeof useRehearse>;
  readonly onClose: () => void;
}

/** Starts a rehearsal, against the recorder or a staging consumer. */
export const RehearseModal = ({ view, rehearse, onClose }: RehearseModalProps) => {
  const form = useDraftForm({ initialValues: { consumerUrl: '' }, error: rehearse.error });
  return (
    <Modal opened onClose={onClose} title="Rehearse cutover" size="lg">
      <ActionForm
        form={form}
        saving={rehearse}
        action="Start rehearsal"
        failed="Not rehearsed"
        onSubmit={({ consumerUrl }) =>
          rehearse.mutate(consumerUrl.trim() === '' ? {} : { consumerUrl: consumerUrl.trim() }, {
            onSuccess: onClose,
          })
        }
        onCancel={onClose}
      >
        <Text>
          On a temporary instance: every rule type fires for every kind of company, then the plan cuts over
          and the same fires again. {view.local ? 'The local service' : 'The target'} is not changed.
        </Text>
        <TextInput
          label="Staging consumer"
          description="URL of the integrator's consumer. Leave empty to use the recorder."
          type="url"
          placeholder="https://…"
          data-autofocus
          {...form.getInputProps('consumerUrl')}
        />
      </ActionForm>
    </Modal>
  );
};
