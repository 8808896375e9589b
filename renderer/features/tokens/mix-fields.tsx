import { Box, Group, NumberInput, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { behaviourLabels } from '#renderer/lib/token-labels.ts';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { problemBehaviours, type RehearsalValues } from './start-rehearsal.ts';

/** Number of rows whose tokens have each behaviour. */
export const MixFields = ({ form }: { readonly form: DraftForm<RehearsalValues> }) => (
  <Stack gap="sm">
    <Title order={4} size="h5">
      Rows by token behaviour
    </Title>
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="sm">
      {problemBehaviours.map((behaviour) => {
        const { label, meaning } = behaviourLabels[behaviour];
        return (
          <Group key={behaviour} justify="space-between" wrap="nowrap" gap="md">
            <Box component="label" htmlFor={`mix-${behaviour}`} miw={0}>
              <Text fw={500}>{label}</Text>
              <Text size="sm" c="dimmed">
                {meaning}
              </Text>
            </Box>
            <NumberInput
              id={`mix-${behaviour}`}
              w={110}
              style={{ flexShrink: 0 }}
              placeholder="0"
              min={0}
              max={100_000}
              allowDecimal={false}
              {...form.getInputProps(`mix.${behaviour}`)}
            />
          </Group>
        );
      })}
    </SimpleGrid>
  </Stack>
);
