import { Modal, Select, TextInput } from '@mantine/core';
import type { CaseView, Contact, ContactRequest } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { CaseForm } from './case-form.tsx';

interface EditContactProps {
  readonly found: CaseView;
  /** Its id; undefined: closed. */
  readonly contact: string | undefined;
  readonly onClose: () => void;
}

/** Of the contact that is not there yet. */
export const newContact = 'new';

export const contactDraft = 'contact:';

export const EditContact = ({ found, contact, onClose }: EditContactProps) => (
  <Modal
    opened={contact !== undefined}
    onClose={onClose}
    title={contact === newContact ? 'Add contact' : 'Edit contact'}
    size="lg"
  >
    {contact && <ContactForm key={contact} found={found} id={contact} onClose={onClose} />}
  </Modal>
);

type Values = Required<{ [K in keyof ContactRequest]: string }>;

const blank: Values = { name: '', party: 'integrator', role: '', email: '', phone: '' };

const valuesOf = ({ name, party, role = '', email = '', phone = '' }: Contact): Values => ({
  name,
  party,
  role,
  email,
  phone,
});

const labels = { name: 'Name', party: 'Party', role: 'Role', email: 'Email', phone: 'Phone' };

interface ContactFormProps {
  readonly found: CaseView;
  readonly id: string;
  readonly onClose: () => void;
}

const ContactForm = ({ found, id, onClose }: ContactFormProps) => {
  const contact = found.contacts.find((one) => one.id === id);
  const path = `/api/cases/${found.id}/contacts`;
  const add = (values: Values) => api.post<CaseView>(path, filled(values));
  return (
    <CaseForm<Values>
      found={found}
      draft={contactDraft + id}
      values={contact && valuesOf(contact)}
      blank={blank}
      labels={labels}
      reads={(field, value) => (field === 'party' ? partyLabels[value as Contact['party']] : undefined)}
      noun="contact"
      save={(values, revision) =>
        id === newContact
          ? add(values)
          : api.put<CaseView>(`${path}/${id}`, { revision, contact: filled(values) })
      }
      {...(id !== newContact && { removable: { id, removal: 'contact.removed', saveAsNew: add } })}
      onClose={onClose}
    >
      {(form) => (
        <>
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
        </>
      )}
    </CaseForm>
  );
};

/** Empty fields are left out. */
const filled = (values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
