import { Modal, Select, TextInput } from '@mantine/core';
import type { CaseView, Contact, ContactRequest } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { useCaseEdit } from './use-case-edit.ts';

interface EditContactProps {
  readonly found: CaseView;
  /** undefined: closed. */
  readonly contact: Contact | 'new' | undefined;
  readonly onClose: () => void;
}

export const EditContact = ({ found, contact, onClose }: EditContactProps) => (
  <Modal
    opened={contact !== undefined}
    onClose={onClose}
    title={contact === 'new' ? 'Add contact' : 'Edit contact'}
  >
    {contact && (
      <ContactForm
        key={contact === 'new' ? 'new' : contact.id}
        found={found}
        contact={contact === 'new' ? undefined : contact}
        onClose={onClose}
      />
    )}
  </Modal>
);

type Values = Required<{ [K in keyof ContactRequest]: string }>;

interface ContactFormProps {
  readonly found: CaseView;
  /** undefined: a new one. */
  readonly contact: Contact | undefined;
  readonly onClose: () => void;
}

const ContactForm = ({ found, contact, onClose }: ContactFormProps) => {
  const save = useCaseEdit(found.id, (request: Partial<Values>) =>
    contact === undefined
      ? api.post<CaseView>(`/api/cases/${found.id}/contacts`, request)
      : api.put<CaseView>(`/api/cases/${found.id}/contacts/${contact.id}`, {
          revision: found.revision,
          contact: request,
        }),
  );
  const form = useDraftForm<Values>({
    draft: `case:${found.id}:contact:${contact?.id ?? 'new'}`,
    initialValues: {
      name: contact?.name ?? '',
      party: contact?.party ?? 'integrator',
      role: contact?.role ?? '',
      email: contact?.email ?? '',
      phone: contact?.phone ?? '',
    },
    error: save.error,
  });
  const close = (): void => {
    form.forget();
    onClose();
  };
  return (
    <ActionForm
      form={form}
      saving={save}
      action="Save contact"
      failed="Contact not saved"
      onSubmit={(values) => save.mutate(filled(values), { onSuccess: close })}
      onCancel={close}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Select
        label="Party"
        allowDeselect={false}
        data={Object.entries(partyLabels).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('party')}
      />
      <TextInput label="Role" {...form.getInputProps('role')} />
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
    </ActionForm>
  );
};

/** Empty fields are left out. */
const filled = (values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
