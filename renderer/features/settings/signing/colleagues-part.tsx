import { Modal, Table, Text } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { Colleague } from '#contract/identity.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Fingerprint } from '#renderer/ui/fingerprint.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton, RowButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';
import { TrustForm } from './trust-form.tsx';
import { useRevoke } from './use-identity.ts';

/** Trusted and revoked keys of colleagues. */
export const ColleaguesPart = ({ colleagues }: { colleagues: readonly Colleague[] }) => {
  /** `new`, or the key to trust again. */
  const [trusting, setTrusting] = useState<Colleague | 'new'>();
  const [revoking, setRevoking] = useState<Colleague>();
  return (
    <Section
      title="Colleagues"
      description="Trusted signing keys"
      actions={
        <IconButton changes size="xs" icon={IconPlus} onClick={() => setTrusting('new')}>
          Add colleague
        </IconButton>
      }
    >
      {colleagues.length === 0 ? (
        <Empty
          icon={<IconUsers aria-hidden />}
          title="No colleagues yet"
          text="Entries of colleagues show as signed by an unknown key until you add their key."
        />
      ) : (
        <WideTable label="Colleagues" minWidth={760}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th w={150}>Key</Table.Th>
              <Table.Th>Fingerprint</Table.Th>
              <Table.Th w={150}>Action</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {colleagues.map((colleague) => (
              <ColleagueRow
                key={colleague.publicKey}
                colleague={colleague}
                onRevoke={() => setRevoking(colleague)}
                onTrust={() => setTrusting(colleague)}
              />
            ))}
          </Table.Tbody>
        </WideTable>
      )}
      <Modal
        opened={trusting !== undefined}
        onClose={() => setTrusting(undefined)}
        title={trusting === 'new' ? 'Add colleague' : `Trust ${trusting?.name ?? ''} again`}
        size="lg"
      >
        {trusting !== undefined && (
          <TrustForm
            known={trusting === 'new' ? undefined : trusting}
            onClose={() => setTrusting(undefined)}
          />
        )}
      </Modal>
      <Revoke colleague={revoking} onClose={() => setRevoking(undefined)} />
    </Section>
  );
};

interface RowProps {
  readonly colleague: Colleague;
  readonly onRevoke: () => void;
  readonly onTrust: () => void;
}

const ColleagueRow = ({ colleague, onRevoke, onTrust }: RowProps) => {
  const { name, standing, at, reason, fingerprint } = colleague;
  const isTrusted = standing === 'trusted';
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
      <Table.Td>
        <StatusBadge tone={isTrusted ? 'good' : 'bad'}>{isTrusted ? 'Trusted' : 'Revoked'}</StatusBadge>
        <Text size="sm" c="dimmed">
          <Instant at={at} />
        </Text>
        {reason !== undefined && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Fingerprint fingerprint={fingerprint} of={name} />
      </Table.Td>
      <Table.Td>
        <RowButton
          changes
          aria-label={isTrusted ? `Revoke key of ${name}` : `Trust again: key of ${name}`}
          onClick={isTrusted ? onRevoke : onTrust}
        >
          {isTrusted ? 'Revoke…' : 'Trust again…'}
        </RowButton>
      </Table.Td>
    </Table.Tr>
  );
};

const Revoke = ({ colleague, onClose }: { colleague: Colleague | undefined; onClose: () => void }) => {
  const revoke = useRevoke();
  const close = (): void => {
    revoke.reset();
    onClose();
  };
  return (
    <ReasonModal
      opened={colleague !== undefined}
      onClose={close}
      title={`Revoke key of ${colleague?.name ?? ''}`}
      text="Existing entries stay trusted; new signatures of this key are not."
      action="Revoke key"
      draft={`revoke ${colleague?.publicKey ?? ''}`}
      busy={revoke.isPending}
      error={revoke.error}
      onSubmit={(reason, forget) =>
        colleague &&
        revoke.mutate(
          { key: colleague.publicKey, reason },
          {
            onSuccess: () => {
              forget();
              close();
              notifyDone(`Key of ${colleague.name} revoked.`);
            },
          },
        )
      }
    />
  );
};
