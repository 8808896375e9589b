import { Modal } from '@mantine/core';
import type { Fault } from '#contract/sandbox.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { FaultFields, type FaultValues, faultOf, valuesOf } from './fault-fields.tsx';
import { isSameFault, useSetFaults } from './set-faults.ts';

interface FaultDialogProps {
  readonly initial: Fault;
  /** Changes this one in place; without it a new one is added first, since the first that matches applies. */
  readonly replaces?: Fault | undefined;
  readonly onClose: () => void;
}

/** Adds a fault or a fixture made of something else, or changes one. */
export const FaultDialog = ({ initial, replaces, onClose }: FaultDialogProps) => {
  const set = useSetFaults();
  const form = useDraftForm({ initialValues: valuesOf(initial), error: set.error });
  const what = form.values.answer === 'fixture' ? 'fixture' : 'fault';
  const save = (values: FaultValues): void => {
    const fault = withKept(initial, faultOf(values));
    set.mutate((present) => placed(present, fault, replaces), {
      onSuccess: ({ before }) => {
        notifyDone(`${what === 'fixture' ? 'Fixture' : 'Fault'} saved.`, () => set.mutate(() => before));
        onClose();
      },
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={replaces === undefined ? `Save as ${what}` : `Edit ${what}`}
      size="lg"
    >
      <ActionForm
        form={form}
        saving={set}
        action={`Save ${what}`}
        failed={what === 'fixture' ? 'Fixture not saved' : 'Fault not saved'}
        onSubmit={save}
        onCancel={onClose}
      >
        <FaultFields form={form} />
      </ActionForm>
    </Modal>
  );
};

/** With what the form has no field for: whether it is off, and headers besides the content type. */
const withKept = ({ off, fixture: before }: Fault, { fixture, ...fault }: Fault): Fault => {
  const others = (before?.headers ?? []).filter(({ name }) => name.toLowerCase() !== 'content-type');
  const headers = [...others, ...(fixture?.headers ?? [])];
  return {
    ...fault,
    ...(off && { off }),
    ...(fixture && { fixture: { ...fixture, ...(headers.length > 0 && { headers }) } }),
  };
};

const placed = (present: readonly Fault[], fault: Fault, replaces: Fault | undefined): readonly Fault[] => {
  const at = replaces === undefined ? -1 : present.findIndex((one) => isSameFault(one, replaces));
  return at < 0 ? [fault, ...present] : present.map((one, index) => (index === at ? fault : one));
};
