import { Modal, Select, TextInput } from '@mantine/core';
import type { CaseView, Contact, ContactRequest } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { CaseForm } from './case-form.tsx';

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

const blank: Values = { name: '', party: 'integrator', role: '', email: '', phone: '' };

const requestOf = ({ id: _, ...request }: Contact) => request;

interface ContactFormProps {
  readonly found: CaseView;
  /** undefined: a new one. */
  readonly contact: Contact | undefined;
  readonly onClose: () => void;
}

const ContactForm = ({ found, contact, onClose }: ContactFormProps) => (
  <CaseForm<Values>
    found={found}
    draft={`contact:${contact?.id ?? 'new'}`}
    initialValues={{ ...blank, ...(contact && requestOf(contact)) }}
    noun="contact"
    save={(values) => saveContact(found, contact, filled(values))}
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

const saveContact = (found: CaseView, known: Contact | undefined, contact: Partial<Values>) => {
  const path = `/api/cases/${found.id}/contacts`;
  return known === undefined
    ? api.post<CaseView>(path, contact)
    : api.put<CaseView>(`${path}/${known.id}`, { revision: found.revision, contact });
};

/** Empty fields are left out. */
const filled = (values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
