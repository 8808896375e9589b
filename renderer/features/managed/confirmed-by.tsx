import { Autocomplete, SimpleGrid, Textarea } from '@mantine/core';
import type { SyncingRequest } from '#contract/runbook.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { utcOf } from './local-time.ts';
import { useCase } from './runbook.ts';

interface Values {
  readonly by: string;
  readonly at: string | null;
  readonly quote: string;
}

/** Who confirms that syncing is disabled; kept for the next confirmation. */
export const useConfirmedBy = (caseId: string, error: unknown): DraftForm<Values> =>
  useDraftForm<Values>({
    draft: `case:${caseId}:syncing`,
    initialValues: { by: '', at: null, quote: '' },
    error,
  });

/** As the desk takes it. */
export const confirmedBy = ({ by, at, quote }: Values): Pick<SyncingRequest, 'by' | 'at' | 'quote'> => ({
  by: by.trim(),
  at: at === null ? undefined : utcOf(at),
  quote: quote.trim() || undefined,
});

export const ConfirmedByFields = ({ form }: { readonly form: DraftForm<Values> }) => {
  const { contacts } = useCase();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Autocomplete
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
