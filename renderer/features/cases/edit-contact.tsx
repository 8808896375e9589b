import { Modal, Select, Stack, TextInput } from '@mantine/core';
import type { CaseView, Contact, ContactRequest } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { FormActions } from '#renderer/ui/form-actions.tsx';
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
    title={contact === 'new' ? 'Add a contact' : 'Edit the contact'}
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

const ContactForm = ({
  found,
  contact,
  onClose,
}: {
  found: CaseView;
  contact: Contact | undefined;
  onClose: () => void;
}) => {
  const [values, setValues, forget] = useDraft<Values>(`case:${found.id}:contact:${contact?.id ?? 'new'}`, {
    name: contact?.name ?? '',
    party: contact?.party ?? 'integrator',
    role: contact?.role ?? '',
    email: contact?.email ?? '',
    phone: contact?.phone ?? '',
  });
  const save = useCaseEdit(found.id, (request: Partial<Values>) =>
    contact === undefined
      ? api.post<CaseView>(`/api/cases/${found.id}/contacts`, request)
      : api.put<CaseView>(`/api/cases/${found.id}/contacts/${contact.id}`, {
          revision: found.revision,
          contact: request,
        }),
  );
  const close = (): void => {
    forget();
    onClose();
  };
  const text = (field: keyof Values, label: string, type = 'text') => (
    <TextInput
      label={label}
      type={type}
      required={field === 'name'}
      data-autofocus={field === 'name' || undefined}
      value={values[field]}
      onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(filled(values), { onSuccess: close });
      }}
    >
      <Stack>
        {text('name', 'Name')}
        <Select
          label="Side"
          allowDeselect={false}
          data={Object.entries(partyLabels).map(([value, label]) => ({ value, label }))}
          value={values.party}
          onChange={(party) => setValues({ ...values, party: party ?? 'integrator' })}
        />
        {text('role', 'Role')}
        {text('email', 'Email', 'email')}
        {text('phone', 'Phone', 'tel')}
        <FormActions
          action="Save the contact"
          busy={save.isPending}
          error={save.error}
          failed="The contact was not saved"
          onCancel={close}
        />
      </Stack>
    </form>
  );
};

/** What was left empty is left out. */
const filled = (values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
