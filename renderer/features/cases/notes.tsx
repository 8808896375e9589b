import { Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { CaseView, Note } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { draftsBelow } from '#renderer/lib/drafts.ts';
import { noteAnchor } from '#renderer/lib/notifications.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { IconAction } from '#renderer/ui/icon-action.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { MentionTextarea } from '#renderer/ui/mention-textarea.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { CaseForm } from './case-form.tsx';
import classes from './notes.module.css';
import { useCaseEdit, useCaseRemoval } from './use-case-edit.ts';

export const Notes = ({ found }: { found: CaseView }) => {
  const [text, setText, forget] = useDraft(`case:${found.id}:note`, '');
  const add = useCaseEdit(found.id, (note: string) =>
    api.post<CaseView>(`/api/cases/${found.id}/notes`, { text: note }),
  );
  return (
    <Section title="Notes" level={3}>
      <Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') add.mutate(text, { onSuccess: forget });
          }}
        >
          <Stack gap="xs">
            <MentionTextarea
              aria-label="New note"
              required
              placeholder="Add a note…"
              autosize
              minRows={2}
              maxRows={12}
              maxLength={20_000}
              value={text}
              onChange={setText}
            />
            {add.error && <ErrorNotice title="Note not added" error={add.error} />}
            <Group justify="flex-end">
              <ActionButton type="submit" size="xs" loading={add.isPending}>
                Add note
              </ActionButton>
            </Group>
          </Stack>
        </form>
        {found.notes.length === 0 && <Text c="dimmed">No notes yet. Exports and reports include them.</Text>}
        <NoteList found={found} />
      </Stack>
    </Section>
  );
};

/** Also those that somebody removed while they were being edited here: what was typed stays in sight. */
const NoteList = ({ found }: { found: CaseView }) => {
  const [editing, setEditing] = useState(() => draftsBelow(`case:${found.id}:note:`));
  const notes = new Map(found.notes.map((note) => [note.id, note]));
  const removed = editing.filter((id) => !notes.has(id));
  const close = (id: string): void => setEditing(editing.filter((one) => one !== id));
  return [...notes.keys(), ...removed].reverse().map((id) => {
    const note = notes.get(id);
    if (note !== undefined && !editing.includes(id))
      return <OneNote key={id} found={found} note={note} onEdit={() => setEditing([...editing, id])} />;
    return <EditNote key={id} found={found} id={id} note={note} onClose={() => close(id)} />;
  });
};

interface OneNoteProps {
  readonly found: CaseView;
  readonly note: Note;
  readonly onEdit: () => void;
}

const OneNote = ({ found, note, onEdit }: OneNoteProps) => {
  const shown = useShownByAddress(noteAnchor(note.id));
  const remove = useCaseRemoval(found, {
    path: `notes/${note.id}`,
    name: 'Note',
    done: 'Note removed.',
    restore: () => api.post<CaseView>(`/api/cases/${found.id}/notes`, { text: note.text }),
  });
  return (
    <article ref={shown} className={classes.note} id={noteAnchor(note.id)} tabIndex={-1}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {note.by}, <Instant at={note.at} />
          {note.changed !== undefined && ', edited'}
        </Text>
        <Group gap={2} wrap="nowrap">
          <IconAction changes icon={IconPencil} tooltip="Edit" label="Edit note" onClick={onEdit} />
          <IconAction changes icon={IconTrash} tooltip="Remove" label="Remove note" onClick={remove.run} />
        </Group>
      </Group>
      <Text className={classes.text}>{note.text}</Text>
    </article>
  );
};

/** What the address names comes into sight, such as the note that a notification tells of. */
const useShownByAddress = (anchor: string) => {
  const { hash, key } = useLocation();
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be opened again
  useEffect(() => {
    if (hash !== `#${anchor}`) return;
    place.current?.scrollIntoView({ block: 'center' });
    place.current?.focus({ preventScroll: true });
  }, [hash, key, anchor]);
  return place;
};

interface EditNoteProps {
  readonly found: CaseView;
  readonly id: string;
  /** undefined: somebody removed it. */
  readonly note: Note | undefined;
  readonly onClose: () => void;
}

const EditNote = ({ found, id, note, onClose }: EditNoteProps) => {
  const path = `/api/cases/${found.id}/notes`;
  return (
    <CaseForm
      found={found}
      draft={`note:${id}`}
      values={note && { text: note.text }}
      blank={{ text: '' }}
      labels={{ text: 'Note' }}
      noun="note"
      save={({ text }, revision) => api.put<CaseView>(`${path}/${id}`, { revision, text })}
      removable={{
        id,
        removal: 'note.removed',
        saveAsNew: ({ text }) => api.post<CaseView>(path, { text }),
      }}
      blocked={({ text }) => (text.trim() === '' ? 'Enter a note first.' : undefined)}
      onClose={onClose}
    >
      {(form) => (
        <MentionTextarea
          aria-label="Note"
          autosize
          minRows={2}
          maxRows={20}
          autoFocus
          {...form.getInputProps('text')}
        />
      )}
    </CaseForm>
  );
};
