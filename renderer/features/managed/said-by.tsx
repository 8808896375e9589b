import { Autocomplete, SimpleGrid, Textarea } from '@mantine/core';
import type { SyncingRequest } from '#contract/runbook.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { utcOf } from './local-time.ts';
import { useCase } from './runbook.ts';

interface Said {
  readonly by: string;
  readonly at: string | null;
  readonly quote: string;
}

/** Who says that syncing is disabled; kept while it is typed. */
export const useSaidBy = (caseId: string) =>
  useDraft<Said>(`case:${caseId}:syncing`, { by: '', at: null, quote: '' });

/** The same as the desk takes it. */
export const saidBy = ({ by, at, quote }: Said): Pick<SyncingRequest, 'by' | 'at' | 'quote'> => ({
  by: by.trim(),
  ...(at === null ? {} : { at: utcOf(at) }),
  ...(quote.trim() === '' ? {} : { quote: quote.trim() }),
});

interface SaidByFieldsProps {
  readonly said: Said;
  readonly onChange: (said: Said) => void;
}

export const SaidByFields = ({ said, onChange }: SaidByFieldsProps) => {
  const { contacts } = useCase();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Autocomplete
        label="Who says so"
        description="Of the integrator: who has switched it off."
        withAsterisk
        data={[...new Set(contacts.map(({ name }) => name))]}
        value={said.by}
        onChange={(by) => onChange({ ...said, by })}
      />
      <DayInput
        label="When they said so"
        description="Day and time; now, if left empty."
        withTime
        clearable
        maxDate={new Date()}
        value={said.at}
        onChange={(at) => onChange({ ...said, at })}
      />
      <Textarea
        label="The message, quoted"
        description="May be left out."
        autosize
        minRows={2}
        maxRows={6}
        value={said.quote}
        onChange={(event) => onChange({ ...said, quote: event.currentTarget.value })}
        style={{ gridColumn: '1 / -1' }}
      />
    </SimpleGrid>
  );
};
