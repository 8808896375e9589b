import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView, Note } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { IconAction } from '#renderer/ui/icon-action.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
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
            <Textarea
              aria-label="New note"
              required
              placeholder="Add a note…"
              autosize
              minRows={2}
              maxRows={12}
              maxLength={20_000}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            {add.error && <ErrorNotice title="Note not added" error={add.error} />}
            <Group justify="flex-end">
              <Button type="submit" size="xs" loading={add.isPending}>
                Add note
              </Button>
            </Group>
          </Stack>
        </form>
        {found.notes.length === 0 && <Text c="dimmed">No notes yet. Exports and reports include them.</Text>}
        {[...found.notes].reverse().map((note) => (
          <OneNote key={note.id} found={found} note={note} />
        ))}
      </Stack>
    </Section>
  );
};

const OneNote = ({ found, note }: { found: CaseView; note: Note }) => {
  const [editing, setEditing] = useState(false);
  const remove = useCaseRemoval(found, {
    path: `notes/${note.id}`,
    name: 'Note',
    done: 'Note removed.',
    restore: () => api.post<CaseView>(`/api/cases/${found.id}/notes`, { text: note.text }),
  });
  if (editing) return <EditNote found={found} note={note} onClose={() => setEditing(false)} />;
  return (
    <article className={classes.note}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {note.by}, <Instant at={note.at} />
          {note.changed !== undefined && ', edited'}
        </Text>
        <Group gap={2} wrap="nowrap">
          <IconAction icon={IconPencil} tooltip="Edit" label="Edit note" onClick={() => setEditing(true)} />
          <IconAction icon={IconTrash} tooltip="Remove" label="Remove note" onClick={remove.run} />
        </Group>
      </Group>
      <Text className={classes.text}>{note.text}</Text>
    </article>
  );
};

const EditNote = ({ found, note, onClose }: { found: CaseView; note: Note; onClose: () => void }) => {
  const edit = useCaseEdit(found.id, (text: string) =>
    api.put<CaseView>(`/api/cases/${found.id}/notes/${note.id}`, { revision: found.revision, text }),
  );
  const form = useDraftForm({
    initialValues: { text: note.text },
    draft: `case:${found.id}:note:${note.id}`,
    error: edit.error,
  });
  const close = (): void => {
    form.forget();
    onClose();
  };
  return (
    <ActionForm
      form={form}
      saving={edit}
      action="Save note"
      failed="Note not saved"
      blocked={form.values.text.trim() === '' ? 'Enter a note first.' : undefined}
      onSubmit={({ text }) => edit.mutate(text, { onSuccess: close })}
      onCancel={close}
    >
      <Textarea
        aria-label="Note"
        autosize
        minRows={2}
        maxRows={20}
        autoFocus
        {...form.getInputProps('text')}
      />
    </ActionForm>
  );
};
