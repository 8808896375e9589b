import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { TokenSet } from '#contract/sandbox.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { useShortly } from '#renderer/lib/use-shortly.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { ConfirmAction } from '#renderer/ui/confirm-action.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifySaved } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RowButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { csvFile, jsonFile } from './token-file.ts';

interface IssuedTokensProps {
  readonly sets: readonly TokenSet[];
  readonly onForget: () => void;
}

/** Issued token sets, shown one by one on request. Only this page holds them, until the tab is left. */
export const IssuedTokens = ({ sets, onForget }: IssuedTokensProps) => {
  const [shown, setShown] = useShortly<TokenSet>();
  const [error, setError] = useState<unknown>();
  const save = (name: string, bytes: Uint8Array<ArrayBuffer>): void => {
    setError(undefined);
    saveFile({ name, bytes }).then(notifySaved, setError);
  };
  const columns = useMemo(() => columnsOf(setShown), [setShown]);
  return (
    <Section
      title={`${formatCount(sets.length, 'token set')} issued`}
      description="Export them now: they are gone when you leave this tab."
      actions={
        <>
          <ExportButton label="Export JSON" onClick={() => save('simulated-tokens.json', jsonFile(sets))} />
          <ExportButton label="Export CSV" onClick={() => save('simulated-tokens.csv', csvFile(sets))} />
          <ConfirmAction
            trigger={(ask) => (
              <Button size="xs" variant="subtle" onClick={ask}>
                Discard…
              </Button>
            )}
            title={`Discard ${formatCount(sets.length, 'token set')}?`}
            text="Only this page holds them. What was not exported is lost."
            action="Discard tokens"
            isDangerous
            onConfirm={onForget}
          />
        </>
      }
    >
      <Stack gap="sm">
        {error !== undefined && <ErrorNotice title="Tokens not exported" error={error} />}
        <DataTable
          label="Issued token sets"
          rows={sets}
          columns={columns}
          rowId={({ id }) => id}
          height={420}
          minWidth={640}
        />
      </Stack>
      <Modal opened={shown !== undefined} onClose={() => setShown(undefined)} title="Token set" size="lg">
        {shown && (
          <Stack gap="sm">
            <Text>
              Body for PUT /companies/{'{companyId}'}/connections/{'{connectionId}'}
              /authorization. Shown for a minute.
            </Text>
            <CodeBlock text={JSON.stringify(shown.credentials, undefined, 2)} what="token set" />
          </Stack>
        )}
      </Modal>
    </Section>
  );
};

const columnsOf = (onShow: (set: TokenSet) => void): TableColumn<TokenSet>[] => [
  { header: 'Token set', cell: ({ id }) => id, width: '38%' },
  { header: 'Issued', width: 180, cell: ({ issued }) => <Instant at={issued} exact /> },
  { header: 'Fields', cell: ({ credentials }) => Object.keys(credentials).join(', ') },
  {
    header: 'Show',
    width: 100,
    cell: (set) => (
      <RowButton aria-label={`Show token set ${set.id}`} onClick={() => onShow(set)}>
        Show…
      </RowButton>
    ),
  },
];

const ExportButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <SmallButton icon={IconDownload} onClick={onClick}>
    {label}
  </SmallButton>
);
