import { Alert, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Compaction } from '#contract/compaction.ts';
import { formatBytes, formatEstimate } from '#contract/format.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { useOnServer } from '#renderer/lib/use-on-server.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { useCompact, useCompaction } from './use-storage.ts';

/** Below this there is nothing to gain, bytes. */
const worthBytes = 16 * 1024 * 1024;

/** Offers to compact the local service's database, where that gives something back. */
export const CompactionPart = () => {
  const about = useAbout();
  const onServer = useOnServer();
  return (
    <Loaded query={about} text="Loading compaction…">
      {() => (onServer === undefined ? <OfFile /> : <OnServer reason={onServer} />)}
    </Loaded>
  );
};

const OnServer = ({ reason }: { readonly reason: string }) => (
  <Stack gap="xs" align="flex-start">
    <Text c="dimmed">{reason}</Text>
    <Blockable blocked={reason}>
      <SmallButton changes>Compact service.db…</SmallButton>
    </Blockable>
  </Stack>
);

const OfFile = () => {
  const query = useCompaction();
  return (
    <Loaded query={query} text="Loading compaction…">
      {(compaction) => <Offer compaction={compaction} />}
    </Loaded>
  );
};

const Offer = ({ compaction }: { compaction: Compaction }) => {
  const [asked, setAsked] = useState(false);
  const compact = useCompact();
  const { running, problem } = compaction;
  return (
    <Stack gap="xs" align="flex-start">
      {problem !== undefined && <ErrorNotice title="service.db not compacted" error={new Error(problem)} />}
      {running ? (
        <Alert color="blue" role="status" title="Compacting service.db">
          Reads work; new events and deliveries wait until it is done.
        </Alert>
      ) : (
        <Text c="dimmed">{textOf(compaction)}</Text>
      )}
      <Blockable blocked={blockedBy(compaction)}>
        <SmallButton changes onClick={() => setAsked(true)}>
          Compact service.db…
        </SmallButton>
      </Blockable>
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title="Compact service.db"
        text={<What compaction={compaction} />}
        action="Compact"
        doing={compact}
        progress="Starting…"
        failed="service.db not compacted"
        onConfirm={() => compact.mutate(undefined, { onSuccess: () => setAsked(false) })}
      />
    </Stack>
  );
};

const blockedBy = ({ running, refusal, freedBytes }: Compaction): string | undefined => {
  if (running) return 'Compaction is running.';
  return refusal ?? (freedBytes === 0 ? 'service.db has no unused space.' : undefined);
};

const textOf = ({ freedBytes, shrinksByItself, refusal }: Compaction): string => {
  if (refusal !== undefined) return refusal;
  if (!shrinksByItself && freedBytes >= worthBytes) {
    return `Compacting service.db once frees ${formatBytes(freedBytes)}; after that it shrinks automatically when idle.`;
  }
  if (freedBytes < worthBytes) return 'service.db has hardly any unused space: compacting frees little.';
  return `service.db has ${formatBytes(freedBytes)} of unused space, which it gives back automatically when idle.`;
};

const What = ({ compaction }: { compaction: Compaction }) => {
  const { fileBytes, freedBytes, neededBytes, freeBytes, expectedSeconds } = compaction;
  const left = freeBytes === undefined ? '' : ` of ${formatBytes(freeBytes)} free`;
  return (
    <List spacing={4}>
      <List.Item>
        Rewrites service.db without unused space: {formatBytes(fileBytes)} become{' '}
        {formatBytes(fileBytes - freedBytes)}.
      </List.Item>
      <List.Item>
        Needs {formatBytes(neededBytes)}
        {left} disk space meanwhile.
      </List.Item>
      <List.Item>
        Takes {formatEstimate(expectedSeconds * 1000)}. Reads work; new events and deliveries wait, and
        nothing is lost.
      </List.Item>
    </List>
  );
};
