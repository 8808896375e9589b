import { Autocomplete, Group, Select, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SignOffRequest } from '#contract/runbook.ts';
import { type AgreeingParty, agreeingParties } from '#contract/runbook-labels.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { utcOf } from '#renderer/lib/picked-time.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';

type Request = Pick<SignOffRequest, 'party' | 'name' | 'at' | 'quote' | 'attachmentId'>;

interface AgreementFormProps {
  /** Unique: name of the draft. */
  readonly draft: string;
  /** Parties that have not agreed yet: the first is preselected. */
  readonly lacking: readonly AgreeingParty[];
  /** Such as "agreement". */
  readonly noun: string;
  /** Why nothing can be recorded yet. */
  readonly blocked: string | undefined;
  readonly busy: boolean;
  readonly error: unknown;
  /** Evidence of another kind, and whether there is some: an attachment is not chosen then. */
  readonly other?: { readonly field: ReactNode; readonly isGiven: boolean };
  readonly onSubmit: (request: Request, done: () => void) => void;
}

interface Values {
  readonly party: AgreeingParty;
  readonly name: string;
  readonly at: string | null;
  readonly quote: string;
  readonly attachmentId: string | null;
}

const requestOf = ({ party, name, at, quote, attachmentId }: Values, hasOther: boolean): Request => ({
  party,
  name: name.trim(),
  at: at === null ? undefined : utcOf(at),
  quote: quote.trim() || undefined,
  attachmentId: hasOther ? undefined : (attachmentId ?? undefined),
});

/** An agreement or sign-off: who, when, and its evidence. */
export const AgreementForm = ({ draft, lacking, noun, error, other, ...props }: AgreementFormProps) => {
  const hasOther = other?.isGiven ?? false;
  const names = useNames();
  const form = useDraftForm<Values>({
    draft,
    initialValues: { party: lacking[0] ?? 'provider', name: '', at: null, quote: '', attachmentId: null },
    error,
  });
  const { name, quote, attachmentId, party } = form.values;
  const isComplete = name.trim() !== '' && (quote.trim() !== '' || attachmentId !== null || hasOther);
  const missing = isComplete ? undefined : missingText(other !== undefined);
  return (
    <form
      noValidate
      // Enter in a field, such as that of the date, records nothing: an agreement cannot be deleted.
      onSubmit={(event) => event.preventDefault()}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Select
            label="Party"
            allowDeselect={false}
            data={agreeingParties.map((value) => ({ value, label: partyLabels[value] }))}
            {...form.getInputProps('party')}
          />
          <Autocomplete label="Name" withAsterisk data={names} {...form.getInputProps('name')} />
          <DayInput
            label="Date"
            placeholder="Now"
            withTime
            clearable
            maxDate={new Date()}
            {...form.getInputProps('at')}
          />
        </SimpleGrid>
        <Evidence form={form} hasOther={hasOther} />
        {other?.field}
        {error ? <ErrorNotice title="Not recorded" error={error} /> : undefined}
        <Group>
          <Blockable blocked={props.blocked ?? missing}>
            <ActionButton
              loading={props.busy}
              onClick={() => props.onSubmit(requestOf(form.values, hasOther), form.forget)}
            >
              Record {partyLabels[party].toLowerCase()}'s {noun}
            </ActionButton>
          </Blockable>
          <Text c="dimmed">{missing}</Text>
        </Group>
      </Stack>
    </form>
  );
};

const missingText = (withFile: boolean): string =>
  withFile
    ? 'Enter a name, and quote a message or choose a file or an attachment.'
    : 'Enter a name, and quote a message or choose an attachment.';

const Evidence = ({ form, hasOther }: { readonly form: DraftForm<Values>; readonly hasOther: boolean }) => {
  const { attachments } = useCase();
  const hasAttachments = attachments.length > 0 && !hasOther;
  return (
    <>
      <Textarea
        label="Quoted message"
        description={descriptionOf(hasAttachments, hasOther)}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('quote')}
      />
      {hasAttachments && (
        <Select
          label="Attachment"
          placeholder="None"
          clearable
          data={attachments.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('attachmentId')}
        />
      )}
    </>
  );
};

const descriptionOf = (hasAttachments: boolean, hasOther: boolean): string | undefined => {
  if (hasOther) return undefined;
  return hasAttachments ? 'Or choose an attachment' : 'Or attach a file on the overview of the case';
};

/** Contacts of the case, and the person at this desk. */
const useNames = (): string[] => {
  const { contacts } = useCase();
  const own = useOwnName();
  return [...new Set([...contacts.map(({ name }) => name), own.name])].filter((name) => name !== '');
};
