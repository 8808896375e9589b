import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Lines } from '#renderer/ui/lines.tsx';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';

const included = [
  'Versions of Carryover, Node and the system; processors and memory',
  'Health: deliveries, waiting, failing endpoints, store state, clock',
  'Local service settings',
  'Targets: kind, limits, whether a proxy or private authority is set',
  'Row counts of tables and file sizes of the data folder',
  'Recent log lines: fixed texts, figures and ids; for errors, kind and code location',
];

const excluded = [
  'API keys, tokens, secrets, header values',
  'Names of companies, integrators, targets and people',
  'Addresses of targets and endpoints, path of the data folder',
  'Contents of requests and responses',
];

export const DiagnosticsSection = () => (
  <Section
    title="Diagnostics"
    description="A zip of text files for a ticket about Carryover. Review it before sending."
  >
    <Stack align="flex-start">
      <SimpleGrid cols={{ base: 1, md: 2 }} w="100%">
        <Listing title="Included" items={included} />
        <Listing title="Excluded" items={excluded} />
      </SimpleGrid>
      <SaveButton path="/api/diagnostics" name="carryover-diagnostics.zip">
        Export diagnostics…
      </SaveButton>
      <Text c="dimmed">It stays on this machine until you send it.</Text>
    </Stack>
  </Section>
);

const Listing = ({ title, items }: { title: string; items: readonly string[] }) => (
  <Stack gap="xs">
    <Title order={3} size="h5">
      {title}
    </Title>
    <Lines spacing={4} lines={items} />
  </Stack>
);
