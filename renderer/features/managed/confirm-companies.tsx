import { Autocomplete, Group, SegmentedControl, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { type RefObject, useState } from 'react';
import type { SyncingRequest, SyncingResult } from '#contract/runbook.ts';
import { utcOf } from '#renderer/lib/picked-time.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { useConfirmSyncing } from './confirm-syncing.ts';
import { companies } from './not-migrated.ts';
import { ReadFile } from './read-file.tsx';

export type CompaniesFrom = 'selected' | 'list';

interface ConfirmCompaniesProps {
  readonly caseId: string;
  /** Selected companies that are not confirmed. */
  readonly refs: readonly string[];
  readonly from: CompaniesFrom;
  readonly onFrom: (from: CompaniesFrom) => void;
  /** Where the confirmation begins to be filled in. */
  readonly byField: RefObject<HTMLInputElement | null>;
  /** Why nothing can be confirmed yet. */
  readonly blocked: string | undefined;
  /** The selected ones are confirmed. */
  readonly onSelected: () => void;
  /** Those of the list are confirmed. */
  readonly onListed: (result: SyncingResult) => void;
}

type List = NonNullable<SyncingRequest['list']>;

const noList: List = { name: 'pasted list', content: '' };

/** Confirms that syncing is disabled, for the selected companies or those of the integrator's list. */
export const ConfirmCompanies = (props: ConfirmCompaniesProps) => {
  const { caseId, refs, from, onFrom, byField, blocked, onSelected, onListed } = props;
  // Not kept as a draft: it may contain secrets.
  const [list, setList] = useState(noList);
  const confirming = useConfirmSyncing(caseId);
  // Kept for the next confirmation.
  const form = useDraftForm<Values>({
    draft: `case:${caseId}:syncing`,
    initialValues: { by: '', at: null, quote: '' },
    error: confirming.error,
  });
  const isList = from === 'list';
  const isEmpty = isList ? list.content.trim() === '' : refs.length === 0;
  const reason = blocked ?? missing(isList, isEmpty, form.values.by.trim() === '');
  const submit = ({ by, at, quote }: Values): void =>
    confirming.mutate(
      {
        ...(isList ? { list } : { refs: [...refs] }),
        by: by.trim(),
        at: at === null ? undefined : utcOf(at),
        quote: quote.trim() || undefined,
      },
      {
        onSuccess: (result) => {
          if (!isList) return onSelected();
          setList(noList);
          onListed(result);
        },
      },
    );
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <SegmentedControl
          aria-label="Companies to confirm"
          w="fit-content"
          size="xs"
          value={from}
          onChange={(value) => onFrom(value as CompaniesFrom)}
          data={[
            { value: 'selected', label: 'Selected companies' },
            { value: 'list', label: 'Companies of a list' },
          ]}
        />
        {isList && <ListField list={list} onList={setList} />}
        <ConfirmedByFields form={form} byField={byField} />
        {confirming.error && <ErrorNotice title="Not confirmed" error={confirming.error} />}
        <Group justify="flex-end">
          <Text c="dimmed">{reason !== blocked && reason}</Text>
          <Blockable blocked={reason}>
            <ActionButton type="submit" loading={confirming.isPending}>
              Confirm {isList ? 'listed companies' : isEmpty ? 'companies' : companies(refs.length)}
            </ActionButton>
          </Blockable>
        </Group>
      </Stack>
    </form>
  );
};

const missing = (isList: boolean, isEmpty: boolean, isAnonymous: boolean): string | undefined => {
  if (isEmpty) return isList ? 'Paste or open the list first.' : 'Select unconfirmed companies first.';
  return isAnonymous ? 'Enter who confirmed it.' : undefined;
};

const ListField = ({ list, onList }: { readonly list: List; readonly onList: (list: List) => void }) => (
  <>
    <Textarea
      label="List of companies"
      description="References or names, one per line, or CSV with a ref or name column; only its digest is recorded"
      autosize
      minRows={4}
      maxRows={12}
      spellCheck={false}
      value={list.content}
      onChange={(event) => onList({ ...noList, content: event.currentTarget.value })}
    />
    <Group>
      <ReadFile accept=".txt,.csv,.tsv,text/*" onRead={({ name, text }) => onList({ name, content: text })} />
      <Text c="dimmed">{list.name !== noList.name && list.name}</Text>
    </Group>
  </>
);

interface Values {
  readonly by: string;
  readonly at: string | null;
  readonly quote: string;
}

const ConfirmedByFields = ({
  form,
  byField,
}: Pick<ConfirmCompaniesProps, 'byField'> & { readonly form: DraftForm<Values> }) => {
  const { contacts } = useCase();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Autocomplete
        ref={byField}
        label="Confirmed by"
        withAsterisk
        placeholder="Who disabled syncing"
        data={[...new Set(contacts.map(({ name }) => name))]}
        {...form.getInputProps('by')}
      />
      <DayInput
        label="Confirmed at"
        placeholder="Now"
        withTime
        clearable
        maxDate={new Date()}
        {...form.getInputProps('at')}
      />
      <Textarea
        label="Quoted message (optional)"
        autosize
        minRows={2}
        maxRows={6}
        style={{ gridColumn: '1 / -1' }}
        {...form.getInputProps('quote')}
      />
    </SimpleGrid>
  );
};
