import { Alert, Button, Code, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseView, ChainCheck } from '#contract/case.ts';
import { formatCount } from '#contract/format.ts';
import { verifyExitCode } from '#contract/signature-states.ts';
import { api } from '#renderer/lib/api.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Stretches } from '#renderer/ui/stretches.tsx';

interface VerifyChainProps {
  readonly found: CaseView;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const VerifyChain = ({ found, opened, onClose }: VerifyChainProps) => (
  <Modal opened={opened} onClose={onClose} title="Verify the audit chain" size="lg">
    {opened && <VerifyForm found={found} />}
  </Modal>
);

const VerifyForm = ({ found }: { found: CaseView }) => {
  const [expect, setExpect] = useState('');
  const verify = useMutation({
    mutationFn: () =>
      api.post<ChainCheck>(
        `/api/cases/${found.id}/verify`,
        expect.trim() === '' ? {} : { expect: expect.trim().toLowerCase() },
      ),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate();
      }}
    >
      <Stack>
        <Text component="div">
          Everything that was done to the case is an entry that is bound to the one before. The digest stands
          for all of it; a report names it.
          <Group gap={4} mt={6} wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{found.digest}</Code>
            <CopyButton value={found.digest} what="the digest" />
          </Group>
        </Text>
        <TextInput
          label="Digest to compare with"
          description="From a report or an earlier look; optional."
          value={expect}
          onChange={(event) => setExpect(event.currentTarget.value)}
        />
        {verify.error && <ErrorNotice title="The chain was not verified" error={verify.error} />}
        {verify.data && <Outcome check={verify.data} />}
        <Group justify="flex-end">
          <Button type="submit" loading={verify.isPending}>
            Look through the chain
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const Outcome = ({ check }: { check: ChainCheck }) => (
  <>
    <Result check={check} />
    <Stretches stretches={check.stretches} />
    {check.erased.length > 0 && <Text>Contents erased: entries {check.erased.join(', ')}</Text>}
  </>
);

const Result = ({ check }: { check: ChainCheck }) => {
  if (check.whole) return <Whole check={check} />;
  return (
    <Alert role="alert" color="red" icon={<IconShieldX aria-hidden />} title="The chain is not whole">
      <List>
        {check.problems.map(({ seq, what }) => (
          <List.Item key={`${seq} ${what}`}>{seq === undefined ? what : `Entry ${seq}: ${what}`}</List.Item>
        ))}
      </List>
    </Alert>
  );
};

/** Whole is not enough where nobody vouches for it. */
const Whole = ({ check }: { check: ChainCheck }) =>
  verifyExitCode(check) === 0 ? (
    <Alert role="status" color="teal" icon={<IconShieldCheck aria-hidden />} title="The chain is whole">
      {formatCount(check.entries, 'entry', 'entries')}; nothing was changed, removed, reordered or recomputed.
    </Alert>
  ) : (
    <Alert
      role="status"
      color="yellow"
      icon={<IconShieldQuestion aria-hidden />}
      title="The chain is whole, but not all of it is signed by a known key"
    >
      {formatCount(check.entries, 'entry', 'entries')}. Whoever made those that are not may have made them up.
    </Alert>
  );
