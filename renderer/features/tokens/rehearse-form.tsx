import { Group, NumberInput, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { TokenRowCounts } from '#contract/token-rows.ts';
import { isUnfinished, useRuns } from '#renderer/lib/token-queries.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { MixFields } from './mix-fields.tsx';
import { RunOptionFields } from './run-option-fields.tsx';
import { noRehearsal, type RehearsalValues, rehearsalRequest, useRehearse } from './start-rehearsal.ts';

/** Chooses how the tokens behave, and starts a rehearsal. */
export const RehearseForm = ({ counts }: { counts: TokenRowCounts }) => {
  const { id } = useCase();
  const rehearse = useRehearse(id);
  const form = useDraftForm<RehearsalValues>({
    draft: `case:${id}:tokens-rehearse`,
    initialValues: noRehearsal,
    error: rehearse.error,
    onChange: rehearse.reset,
  });
  const isBusy = useRuns(id).data?.results.some(isUnfinished) ?? false;
  const rows = counts.rows - (counts.states.invalid ?? 0);
  const idle = rows === 0 ? 'No valid rows to rehearse.' : undefined;
  const blocked = isBusy ? 'A run of this case has not ended.' : idle;
  const problematic = Object.values(form.values.mix).reduce<number>((sum, count) => sum + Number(count), 0);
  return (
    <Section
      title="Rehearse"
      description={
        <Defined
          text="Runs the migration on a temporary instance with simulated tokens. The target is only read."
          terms={['temporary instance']}
        />
      }
    >
      <form onSubmit={form.onSubmit((values) => rehearse.mutate(rehearsalRequest(values)))}>
        <Stack>
          <MixFields form={form} />
          <Text role="status">
            {formatCount(rows, 'row')}: {formatNumber(problematic)} with a problem,{' '}
            {formatNumber(Math.max(0, rows - problematic))} valid
          </Text>
          <Options form={form} />
          {rehearse.error && <ErrorNotice title="Rehearsal not started" error={rehearse.error} />}
          <Group gap="sm" justify="flex-end">
            <Text c="dimmed">{blocked}</Text>
            <Blockable blocked={blocked}>
              <ActionButton type="submit" loading={rehearse.isPending}>
                Start rehearsal
              </ActionButton>
            </Blockable>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};

const Options = ({ form }: { readonly form: DraftForm<RehearsalValues> }) => (
  <>
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={760}>
      <NumberInput
        label="Check again after (virtual hours)"
        description="Syncs and verifies again, which shows an old application that still syncs"
        placeholder="Not again"
        min={0.1}
        max={8760}
        {...form.getInputProps('again')}
      />
      <NumberInput
        label="Seed"
        description="The same seed gives the same rehearsal"
        placeholder="1"
        min={0}
        max={2_147_483_647}
        allowDecimal={false}
        {...form.getInputProps('seed')}
      />
    </SimpleGrid>
    <RunOptionFields getInputProps={form.getInputProps} />
    <Textarea
      label="Only these rows"
      description="References, one per line; empty for all valid rows"
      autosize
      minRows={2}
      maxRows={8}
      maw={480}
      {...form.getInputProps('refs')}
    />
  </>
);
