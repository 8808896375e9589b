import { Code, Stack, Table, Text } from '@mantine/core';
import type { FormerKey, IdentityView } from '#contract/identity.ts';
import { useIdentity } from '#renderer/lib/identity-query.ts';
import { Facts } from '#renderer/ui/facts.tsx';
import { Fingerprint } from '#renderer/ui/fingerprint.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';
import { ColleaguesPart } from './colleagues-part.tsx';
import { KeyText } from './key-text.tsx';
import { SealingPart } from './sealing-part.tsx';

/** The signing and sealing keys of this data folder, and the keys it knows. */
export const SigningSection = () => (
  <Loaded query={useIdentity()} text="Loading signing identity…">
    {(view) => (
      <Stack>
        <CurrentKey {...view.signing} />
        <SealingPart {...view.sealing} />
        <ColleaguesPart colleagues={view.colleagues} />
        {view.former.length > 0 && <FormerKeys former={view.former} />}
      </Stack>
    )}
  </Loaded>
);

const CurrentKey = ({ publicKey, fingerprint, minisign, since }: IdentityView['signing']) => (
  <Section
    title="Signing identity"
    description="Signs cases, the journal and exported files. Send colleagues the public key, and compare the fingerprint by phone."
  >
    <Facts
      facts={[
        ['Fingerprint', <Fingerprint key="f" fingerprint={fingerprint} of="this folder" />],
        ['Public key', <KeyText key="k" text={publicKey} what="the public key" />],
        ['minisign key', <KeyText key="m" text={minisign} what="the minisign key" />],
        ['Since', <Instant key="s" at={since} />],
      ]}
    />
    <Text c="dimmed" mt="sm">
      To rotate or move the key: <Code>carryover identity --help</Code>.
    </Text>
  </Section>
);

const howLabels: Readonly<Record<FormerKey['how'], string>> = {
  rotated: 'Rotated',
  moved: 'Moved',
  lost: 'Lost',
};

const FormerKeys = ({ former }: { former: readonly FormerKey[] }) => (
  <Section title="Former keys" description="Their earlier signatures count as signed here.">
    <WideTable label="Former keys" minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={110}>Reason</Table.Th>
          <Table.Th w={200}>Until</Table.Th>
          <Table.Th>Fingerprint</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {former.map(({ publicKey, fingerprint, how, until }) => (
          <Table.Tr key={publicKey} style={{ verticalAlign: 'top' }}>
            <Table.Td>{howLabels[how]}</Table.Td>
            <Table.Td>
              <Instant at={until} />
            </Table.Td>
            <Table.Td>
              <Fingerprint fingerprint={fingerprint} of={`the key until ${until}`} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  </Section>
);
