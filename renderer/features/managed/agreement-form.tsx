import { Autocomplete, Button, Group, Select, SimpleGrid, Stack, Textarea } from '@mantine/core';
import type { SignOffRequest } from '#contract/runbook.ts';
import { type AgreeingParty, agreeingParties } from '#contract/runbook-labels.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { utcOf } from './local-time.ts';
import { useCase } from './runbook.ts';

type Request = Pick<SignOffRequest, 'party' | 'name' | 'at' | 'quote' | 'attachmentId'>;

interface AgreementFormProps {
  /** Unique: what is typed is kept under it until it is sent. */
  readonly draft: string;
  /** Parties that have not agreed yet: the first is proposed. */
  readonly lacking: readonly AgreeingParty[];
  /** What the button does. */
  readonly action: (party: AgreeingParty) => string;
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (request: Request, done: () => void) => void;
}

interface Draft {
  readonly party?: AgreeingParty;
  readonly name: string;
  readonly at: string | null;
  readonly quote: string;
  readonly attachmentId: string | null;
}
const empty: Draft = { name: '', at: null, quote: '', attachmentId: null };

/** That somebody agreed, or signed off: who, when, and what holds it up. */
export const AgreementForm = ({ draft: name, lacking, action, ...props }: AgreementFormProps) => {
  const { contacts, attachments } = useCase();
  const [actor] = usePreference('actor');
  const [draft, setDraft, forget] = useDraft<Draft>(name, empty);
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const party = draft.party ?? lacking[0] ?? 'provider';
  const isHeldUp = draft.quote.trim() !== '' || draft.attachmentId !== null;
  const isWhole = draft.name.trim() !== '' && isHeldUp;
  const submit = (): void => {
    const { at, quote, attachmentId } = draft;
    props.onSubmit(
      {
        party,
        name: draft.name.trim(),
        ...(at === null ? {} : { at: utcOf(at) }),
        ...(quote.trim() === '' ? {} : { quote: quote.trim() }),
        ...(attachmentId === null ? {} : { attachmentId }),
      },
      forget,
    );
  };
  return (
    <form
      noValidate
      // The Enter key in a field, such as that of the time, records nothing: an agreement is on record for good.
      onSubmit={(event) => event.preventDefault()}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Select
            label="Party"
            allowDeselect={false}
            data={agreeingParties.map((value) => ({ value, label: partyLabels[value] }))}
            value={party}
            onChange={(value) => value !== null && set({ party: value })}
          />
          <Autocomplete
            label="Name"
            withAsterisk
            placeholder="Who said so"
            data={[
              ...new Set([...contacts.map((contact) => contact.name), ...(actor === '' ? [] : [actor])]),
            ]}
            value={draft.name}
            onChange={(value) => set({ name: value })}
          />
          <DayInput
            label="When"
            placeholder="Now, if left empty"
            withTime
            clearable
            maxDate={new Date()}
            value={draft.at}
            onChange={(value) => set({ at: value })}
          />
        </SimpleGrid>
        <Textarea
          label="The message, quoted"
          description={
            attachments.length === 0
              ? 'What they wrote or said. Instead, a file can be attached to the case on its overview.'
              : 'What they wrote or said; or choose the attachment that shows it.'
          }
          autosize
          minRows={2}
          maxRows={8}
          value={draft.quote}
          onChange={(event) => set({ quote: event.currentTarget.value })}
        />
        {attachments.length > 0 && (
          <Select
            label="Attachment"
            placeholder="None"
            clearable
            data={attachments.map((one) => ({ value: one.id, label: one.name }))}
            value={draft.attachmentId}
            onChange={(value) => set({ attachmentId: value })}
          />
        )}
        {props.error ? <ErrorNotice title="It was not recorded" error={props.error} /> : undefined}
        <Group>
          <Button disabled={props.disabled || !isWhole} loading={props.busy} onClick={submit}>
            {action(party)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
