import { Button, Group, NumberInput, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { TokenRowCounts } from '#contract/token-rows.ts';
import { isUnfinished, useRuns } from '#renderer/lib/token-queries.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { MixFields } from './mix-fields.tsx';
import { useCase } from './queries.ts';
import { numberOr, RunOptionFields } from './run-option-fields.tsx';
import { noRehearsal, type RehearsalValues, useRehearse } from './start-rehearsal.ts';

/** Chooses how the tokens behave, and starts a rehearsal. */
export const RehearseForm = ({ counts }: { counts: TokenRowCounts }) => {
  const { id } = useCase();
  const runs = useRuns(id);
  const [values, setValues] = useDraft<RehearsalValues>(`case:${id}:tokens-rehearse`, noRehearsal);
  const rehearse = useRehearse(id);
  const change = (changes: Partial<RehearsalValues>): void => {
    setValues({ ...values, ...changes });
    rehearse.reset();
  };
  const busy = runs.data?.results.some(isUnfinished) ?? false;
  const rows = counts.rows - (counts.states.invalid ?? 0);
  const troubled = Object.values(values.mix).reduce<number>((sum, count) => sum + Number(count), 0);
  return (
    <Section
      title="Rehearse"
      level={3}
      description="The same code as the run, on a throwaway copy of the service with what the target has of these companies, simulated tokens and a clock of its own. Nothing is sent to the target but calls that read, and no real token is used."
    >
      <Stack>
        <MixFields mix={values.mix} onChange={(mix) => change({ mix })} />
        <Text role="status">
          {formatCount(rows, 'row')}: {formatNumber(troubled)} with trouble,{' '}
          {formatNumber(Math.max(0, rows - troubled))} with good tokens.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            label="Look again after, hours of virtual time"
            description="Everything is synced and verified once more then: shows what an old application does that still syncs."
            placeholder="Not again"
            min={0.1}
            max={8760}
            value={values.againHours}
            onChange={(value) => change({ againHours: numberOr(value) })}
          />
          <NumberInput
            label="Seed"
            description="Everything made up follows from it: the same seed gives the same rehearsal."
            placeholder="1"
            min={0}
            max={2_147_483_647}
            allowDecimal={false}
            value={values.seed}
            onChange={(value) => change({ seed: numberOr(value) })}
          />
        </SimpleGrid>
        <RunOptionFields values={values} onChange={change} />
        <Textarea
          label="Only these rows"
          description="References, one a line. All rows that are in order, if left empty."
          autosize
          minRows={2}
          maxRows={8}
          maw={480}
          value={values.refs}
          onChange={(event) => change({ refs: event.currentTarget.value })}
        />
        {rehearse.error && <ErrorNotice title="No rehearsal was started" error={rehearse.error} />}
        <Group gap="sm">
          <Button
            loading={rehearse.isPending}
            disabled={busy || rows === 0}
            onClick={() => rehearse.mutate(values)}
          >
            Start the rehearsal
          </Button>
          <Text c="dimmed">
            {busy && 'A run of this case has not ended: see above.'}
            {rows === 0 && 'No row is in order, so there is nothing to rehearse.'}
          </Text>
        </Group>
      </Stack>
    </Section>
  );
};
