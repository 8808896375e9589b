import { List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';

const inIt = [
  'Versions of Carryover, Node and the system; processors and memory',
  'Health: deliveries, waiting, failing endpoints, state of the store, the clock',
  'Settings of the local service',
  'Targets: kind, limits, whether there is a proxy or a private authority',
  'How many rows each table has, and how large the files of the data folder are',
  'The last lines of the log: their own words, figures and ids; of an error its kind and place in the program',
];

const leftOut = [
  'API keys, tokens, secrets, values of headers',
  'Names of companies, integrators, targets and people',
  'Addresses of targets and endpoints, and where the data folder is',
  'What was sent and received',
];

/** Something to attach to a ticket. */
export const DiagnosticsSection = () => (
  <Section
    title="Diagnostics"
    description="A zip to attach to a ticket about Carryover itself. Every file in it is text: look through it before you send it."
  >
    <Stack align="flex-start">
      <SimpleGrid cols={{ base: 1, md: 2 }} w="100%">
        <Listing title="In it" items={inIt} />
        <Listing title="Left out" items={leftOut} />
      </SimpleGrid>
      <SaveButton path="/api/diagnostics" name="carryover-diagnostics.zip">
        Save the diagnostics…
      </SaveButton>
      <Text c="dimmed">It is made now, and stays on this machine until you send it to somebody.</Text>
    </Stack>
  </Section>
);

const Listing = ({ title, items }: { title: string; items: readonly string[] }) => (
  <Stack gap="xs">
    <Title order={3} size="h5">
      {title}
    </Title>
    <List spacing={4}>
      {items.map((item) => (
        <List.Item key={item}>{item}</List.Item>
      ))}
    </List>
  </Stack>
);
