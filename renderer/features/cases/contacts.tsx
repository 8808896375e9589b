import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView, Contact } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { draftsBelow } from '#renderer/lib/drafts.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { IconAction } from '#renderer/ui/icon-action.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { contactDraft, EditContact, newContact } from './edit-contact.tsx';
import { useCaseRemoval } from './use-case-edit.ts';

export const Contacts = ({ found }: { found: CaseView }) => {
  const [editing, setEditing] = useState<string>();
  return (
    <Section
      title="Contacts"
      level={3}
      actions={
        <SmallButton changes icon={IconPlus} onClick={() => setEditing(newContact)}>
          Add contact
        </SmallButton>
      }
    >
      <Stack gap="sm">
        {found.contacts.length === 0 && <Text c="dimmed">No contacts yet.</Text>}
        {found.contacts.map((contact) => (
          <OneContact
            key={contact.id}
            found={found}
            contact={contact}
            onEdit={() => setEditing(contact.id)}
          />
        ))}
        {removedDrafts(found).map((id) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text c="dimmed">Unsaved changes of a removed contact</Text>
            <SmallButton onClick={() => setEditing(id)}>Show</SmallButton>
          </Group>
        ))}
      </Stack>
      <EditContact found={found} contact={editing} onClose={() => setEditing(undefined)} />
    </Section>
  );
};

/** What was typed here of contacts that somebody removed meanwhile. */
const removedDrafts = ({ id, contacts }: CaseView): string[] =>
  draftsBelow(`case:${id}:${contactDraft}`).filter(
    (draft) => draft !== newContact && !contacts.some((contact) => contact.id === draft),
  );

interface OneContactProps {
  readonly found: CaseView;
  readonly contact: Contact;
  readonly onEdit: () => void;
}

const OneContact = ({ found, contact, onEdit }: OneContactProps) => {
  const { id, name, party, role, email, phone } = contact;
  const { id: _, ...request } = contact;
  const remove = useCaseRemoval(found, {
    path: `contacts/${id}`,
    name: 'Contact',
    done: `${name} removed.`,
    restore: () => api.post<CaseView>(`/api/cases/${found.id}/contacts`, request),
  });
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={0} miw={0}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[partyLabels[party], role].filter(Boolean).join(', ')}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {email !== undefined && (
            <Anchor href={`mailto:${email}`} size="sm" underline="always">
              {email}
            </Anchor>
          )}
          {email !== undefined && phone !== undefined && ' · '}
          {phone}
        </Text>
      </Stack>
      <Group gap={2} wrap="nowrap">
        <IconAction changes icon={IconPencil} tooltip="Edit" label={`Edit ${name}`} onClick={onEdit} />
        <IconAction changes icon={IconTrash} tooltip="Remove" label={`Remove ${name}`} onClick={remove.run} />
      </Group>
    </Group>
  );
};
