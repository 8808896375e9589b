import { Kbd, Stack, Table } from '@mantine/core';
import { glossary } from '#contract/glossary.ts';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

const keys = [
  ['Ctrl K, ⌘ K', 'Search or run a command'],
  ['Enter', 'Open the selected row'],
  ['Esc', 'Close a dialog or menu'],
] as const;

/** Keys, and what the terms mean. */
export const Component = () => (
  <Page title="Help">
    <Stack>
      <Section title="Keyboard shortcuts">
        <WideTable label="Keyboard shortcuts" minWidth={320}>
          <Table.Tbody>
            {keys.map(([key, does]) => (
              <Table.Tr key={key}>
                <Table.Td w={160}>
                  {key.split(', ').map((one) => (
                    <Kbd key={one} mr={4}>
                      {one}
                    </Kbd>
                  ))}
                </Table.Td>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      </Section>
      <Section title="Glossary">
        <WideTable label="Glossary" minWidth={480}>
          <Table.Tbody>
            {Object.entries(glossary).map(([term, meaning]) => (
              <Table.Tr key={term}>
                <Table.Th scope="row" w={160}>
                  {term}
                </Table.Th>
                <Table.Td>{meaning}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      </Section>
    </Stack>
  </Page>
);
