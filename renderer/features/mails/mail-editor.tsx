import { Alert, Button, Checkbox, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatList } from '#contract/format.ts';
import type { MailDraft, MailForm, MailKind } from '#contract/mail.ts';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { OwnNameInput } from '#renderer/ui/own-name-input.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { useDraftOf, useWriting } from './mails.ts';

interface MailEditorProps {
  readonly caseId: string;
  readonly kind: MailKind;
  /** Of the mail, in the language of the recipient. */
  readonly title: string;
  readonly language: string | undefined;
  /** Of the case: who signs, unless another name is given. */
  readonly owner: string | undefined;
}

/** One mail as it would be written now, to edit and to write. */
export const MailEditor = (props: MailEditorProps) => {
  const query = useDraftOf(props.caseId, props.kind, props.language);
  return (
    <Loaded query={query} text="Loading mail…">
      {(draft) => <Editor {...props} draft={draft} />}
    </Loaded>
  );
};

/** What a person changed; the rest follows the case. */
interface Edits {
  readonly subject?: string;
  readonly text?: string;
}

const Editor = ({
  caseId,
  kind,
  title,
  owner = '',
  draft,
}: MailEditorProps & { readonly draft: MailDraft }) => {
  const [edits, setEdits, forget] = useDraft<Edits>(`case:${caseId}:mail:${kind}:${draft.language}`, {});
  const own = useOwnName();
  const [typed, setTyped] = useDraft(`case:${caseId}:mail-sender`, owner);
  const sender = own.over(typed);
  const [left, setLeft] = useState<readonly string[]>([]);
  const writing = useWriting(caseId, kind, forget);
  const write = (form: MailForm): void =>
    writing.mutate({
      form,
      language: draft.language,
      attachments: draft.attachments.flatMap(({ name }) => (left.includes(name) ? [] : [name])),
      ...(sender === '' ? {} : { sender }),
      ...edits,
    });
  const isEdited = edits.subject !== undefined || edits.text !== undefined;
  return (
    <Section title={title} level={3}>
      <Stack>
        <Recipients to={draft.to} />
        <Unfilled draft={draft} sender={sender} />
        <OwnNameInput
          required={false}
          label="Your name"
          description="Fills in {{sender}}"
          w={280}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <TextInput
          label="Subject"
          maxLength={200}
          value={edits.subject ?? draft.subject}
          onChange={(event) => setEdits({ ...edits, subject: event.currentTarget.value })}
        />
        <Textarea
          label="Text"
          autosize
          minRows={8}
          maxRows={24}
          maxLength={50_000}
          value={edits.text ?? draft.text}
          onChange={(event) => setEdits({ ...edits, text: event.currentTarget.value })}
        />
        <Files draft={draft} left={left} onLeft={setLeft} />
        {writing.error && <ErrorNotice title="Mail not written" error={writing.error} />}
        <Group gap="sm">
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={writing.isPending}
            onClick={() => write('eml')}
          >
            Write for a mail client
          </Button>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            loading={writing.isPending}
            onClick={() => write('md')}
          >
            Copy as Markdown
          </Button>
          {isEdited && <SmallButton onClick={forget}>Discard edits</SmallButton>}
        </Group>
      </Stack>
    </Section>
  );
};

const Recipients = ({ to }: Pick<MailDraft, 'to'>) =>
  to.length === 0 ? (
    <Alert color="yellow">No contact of the integrator has an address. Add one on the overview.</Alert>
  ) : (
    <Text style={{ overflowWrap: 'anywhere' }}>
      To {formatList(to.map(({ name, email }) => `${name} <${email}>`))}
    </Text>
  );

/** Also while somebody fills them in by hand: the desk decides when the mail is written. */
const Unfilled = ({ draft, sender }: { readonly draft: MailDraft; readonly sender: string }) => {
  const open = draft.unfilled.filter(({ field }) => field !== 'sender' || sender.trim() === '');
  if (open.length === 0) return null;
  return (
    <Alert color="yellow" title="Not known yet">
      <List>
        {open.map(({ field, label }) => (
          <List.Item key={field}>
            <code>{`{{${field}}}`}</code>: {label}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
};

interface FilesProps {
  readonly draft: MailDraft;
  readonly left: readonly string[];
  readonly onLeft: (names: readonly string[]) => void;
}

const Files = ({ draft, left, onLeft }: FilesProps) =>
  draft.attachments.length > 0 && (
    <Checkbox.Group
      label="Attached"
      value={draft.attachments.flatMap(({ name }) => (left.includes(name) ? [] : [name]))}
      onChange={(kept) =>
        onLeft(draft.attachments.flatMap(({ name }) => (kept.includes(name) ? [] : [name])))
      }
    >
      <Stack gap="xs" mt={6}>
        {draft.attachments.map(({ name, label }) => (
          <Checkbox key={name} value={name} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
