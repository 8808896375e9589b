import { Code, Table, Text } from '@mantine/core';
import type { FormerRecipient, IdentityView } from '#contract/identity.ts';
import { Facts } from '#renderer/ui/facts.tsx';
import { Fingerprint } from '#renderer/ui/fingerprint.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';
import { KeyText } from './key-text.tsx';

/** To whom others seal files for this data folder. */
export const SealingPart = ({ recipient, fingerprint, since, former }: IdentityView['sealing']) => (
  <>
    <Section
      title="Sealing key"
      description="Integrators seal token lists to this recipient; only this data folder opens them. Send it, and compare the fingerprint by phone."
    >
      <Facts
        facts={[
          ['Fingerprint', <Fingerprint key="f" fingerprint={fingerprint} of="the recipient" />],
          ['Recipient', <KeyText key="r" text={recipient} what="the recipient" />],
          [
            'To seal',
            <KeyText key="t" text={`carryover seal FILE --to ${recipient}`} what="the command that seals" />,
          ],
          [
            'With age',
            <KeyText key="a" text={`age -r ${recipient} -o FILE.age FILE`} what="the command of age" />,
          ],
          ['Since', <Instant key="s" at={since} />],
        ]}
      />
      <Text c="dimmed" mt="sm">
        To replace the key: <Code>carryover identity rotate-sealing</Code>. Files sealed to the former one
        still open.
      </Text>
    </Section>
    {former.length > 0 && <FormerRecipients former={former} />}
  </>
);

const howLabels: Readonly<Record<FormerRecipient['how'], string>> = {
  rotated: 'Rotated',
  moved: 'Moved',
  lost: 'Lost',
};

const FormerRecipients = ({ former }: { former: readonly FormerRecipient[] }) => (
  <Section title="Former recipients" description="Files sealed to a lost one can't be opened; others can.">
    <WideTable label="Former recipients" minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={110}>Reason</Table.Th>
          <Table.Th w={110}>Files open</Table.Th>
          <Table.Th w={200}>Until</Table.Th>
          <Table.Th>Recipient</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {former.map(({ recipient, how, until }) => (
          <Table.Tr key={recipient} style={{ verticalAlign: 'top' }}>
            <Table.Td>{howLabels[how]}</Table.Td>
            <Table.Td>{how === 'lost' ? 'No' : 'Yes'}</Table.Td>
            <Table.Td>
              <Instant at={until} />
            </Table.Td>
            <Table.Td>
              <KeyText text={recipient} what={`the recipient until ${until}`} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  </Section>
);
