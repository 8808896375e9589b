import { Box, Group, NumberInput, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import { numberOr } from './run-option-fields.tsx';
import type { RehearsalValues } from './start-rehearsal.ts';
import { behaviourLabels } from './token-labels.ts';

const behaviours = (Object.keys(behaviourLabels) as TokenBehaviour[]).filter((one) => one !== 'good');

interface MixFieldsProps {
  readonly mix: RehearsalValues['mix'];
  readonly onChange: (mix: RehearsalValues['mix']) => void;
}

/** How many rows get tokens of each behaviour. */
export const MixFields = ({ mix, onChange }: MixFieldsProps) => (
  <Stack gap="sm">
    <Title order={4} size="h5">
      How many rows get tokens with trouble
    </Title>
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="md">
      {behaviours.map((behaviour) => {
        const { label, meaning } = behaviourLabels[behaviour];
        return (
          <Group key={behaviour} justify="space-between" wrap="nowrap" gap="md">
            <Box component="label" htmlFor={`mix-${behaviour}`} miw={0}>
              <Text fw={600}>{label}</Text>
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
              value={mix[behaviour] ?? ''}
              onChange={(value) => onChange({ ...mix, [behaviour]: numberOr(value) })}
            />
          </Group>
        );
      })}
    </SimpleGrid>
  </Stack>
);
