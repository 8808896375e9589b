import { Alert, Button, Code, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import type { ChainCheck } from '#contract/case.ts';
import { formatCount } from '#contract/format.ts';
import { verifyExitCode } from '#contract/signature-states.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Stretches } from '#renderer/ui/stretches.tsx';
import type { CaseDialogProps } from './case-dialog.ts';

export const VerifyForm = ({ found }: CaseDialogProps) => {
  const verify = useApiMutation((expect: string) =>
    api.post<ChainCheck>(`/api/cases/${found.id}/verify`, expect === '' ? {} : { expect }),
  );
  const form = useDraftForm({ initialValues: { expect: '' }, error: verify.error });
  return (
    <form onSubmit={form.onSubmit(({ expect }) => verify.mutate(expect.trim().toLowerCase()))}>
      <Stack>
        <Text component="div">
          Current digest, covering every entry:
          <Group gap={4} mt={6} wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{found.digest}</Code>
            <CopyButton value={found.digest} what="the digest" />
          </Group>
        </Text>
        <TextInput
          label="Digest to compare"
          description="Optional; from a report or an earlier verification"
          {...form.getInputProps('expect')}
        />
        {verify.error && (
          <ErrorNotice title="Audit chain not verified" error={verify.error} shownAt={['expect']} />
        )}
        {verify.data && <Result check={verify.data} />}
        <Group justify="flex-end">
          <Button type="submit" loading={verify.isPending}>
            Verify chain
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const Result = ({ check }: { check: ChainCheck }) => (
  <>
    {check.whole ? <Verified check={check} /> : <Problems problems={check.problems} />}
    <Stretches stretches={check.stretches} />
    {check.erased.length > 0 && <Text>Erased contents: entries {check.erased.join(', ')}</Text>}
  </>
);

const Problems = ({ problems }: Pick<ChainCheck, 'problems'>) => (
  <Alert role="alert" color="red" icon={<IconShieldX aria-hidden />} title="Audit chain is broken">
    <List>
      {problems.map(({ seq, what }) => (
        <List.Item key={`${seq} ${what}`}>{seq === undefined ? what : `Entry ${seq}: ${what}`}</List.Item>
      ))}
    </List>
  </Alert>
);

/** A whole chain is not enough where no known key signed it. */
const Verified = ({ check }: { check: ChainCheck }) => {
  const entries = formatCount(check.entries, 'entry', 'entries');
  return verifyExitCode(check) === 0 ? (
    <Alert role="status" color="teal" icon={<IconShieldCheck aria-hidden />} title="Audit chain verified">
      {entries}: none changed, removed, reordered or recomputed.
    </Alert>
  ) : (
    <Alert
      role="status"
      color="yellow"
      icon={<IconShieldQuestion aria-hidden />}
      title="Verified, but not all entries are signed by a known key"
    >
      {entries}. Those without a known signature may be forged.
    </Alert>
  );
};
