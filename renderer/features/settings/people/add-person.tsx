import { Modal, MultiSelect } from '@mantine/core';
import { type Grant, type Person, type PersonRequest, type Role, roles } from '#contract/people.ts';
import { roleLabels } from '#renderer/lib/role-labels.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { LoginInput, NameInput } from './person-inputs.tsx';
import { ScopeSelect } from './scope-select.tsx';
import { useAddPerson } from './use-people.ts';

interface AddPersonProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onAdded: (person: Person) => void;
}

export const AddPerson = ({ opened, onClose, onAdded }: AddPersonProps) => (
  <Modal opened={opened} onClose={onClose} title="Add person" size="lg">
    {opened && <AddForm onClose={onClose} onAdded={onAdded} />}
  </Modal>
);

interface Values {
  readonly name: string;
  readonly login: string;
  readonly roles: Role[];
  readonly scope: string;
}

const AddForm = ({ onClose, onAdded }: Omit<AddPersonProps, 'opened'>) => {
  const add = useAddPerson();
  const form = useDraftForm<Values>({
    draft: 'person:new',
    initialValues: { name: '', login: '', roles: ['engineer'], scope: 'desk' },
    error: add.error,
  });
  const close = (): void => {
    form.forget();
    onClose();
  };
  return (
    <ActionForm
      form={form}
      saving={add}
      action="Add person"
      failed="Person not added"
      onSubmit={(values) =>
        add.mutate(requestOf(values), {
          onSuccess: (person) => {
            close();
            notifyDone(`${person.name} added.`);
            onAdded(person);
          },
        })
      }
      onCancel={close}
    >
      <NameInput form={form} />
      <LoginInput form={form} />
      <MultiSelect
        label="Roles"
        description="None: nothing of the desk is seen"
        data={roles.map((value) => ({ value, label: roleLabels[value] }))}
        {...form.getInputProps('roles')}
      />
      <ScopeSelect
        label="Where"
        value={form.values.scope}
        onChange={(scope) => form.setFieldValue('scope', scope)}
      />
    </ActionForm>
  );
};

const requestOf = ({ name, login, roles: given, scope }: Values): PersonRequest => ({
  name: name.trim(),
  login: login.trim().toLowerCase(),
  grants: given.map((role): Grant => ({ role, scope })),
});
