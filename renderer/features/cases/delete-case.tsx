import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { CaseRemoval, CaseView } from '#contract/case.ts';
import { formatBytes, formatNumber } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';

interface DeleteCaseProps {
  readonly found: CaseView;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Says first what goes with the case; that very thing is confirmed. */
export const DeleteCase = ({ found, opened, onClose }: DeleteCaseProps) => (
  <Modal opened={opened} onClose={onClose} title={`Delete ${found.name}`} size="lg">
    {opened && <DeleteForm found={found} onClose={onClose} />}
  </Modal>
);

const DeleteForm = ({ found, onClose }: Omit<DeleteCaseProps, 'opened'>) => {
  const client = useQueryClient();
  const go = useNavigate();
  const removal = useQuery({
    queryKey: [...keys.cases.of(found.id), 'removal', found.revision],
    queryFn: ({ signal }) => api.get<CaseRemoval>(`/api/cases/${found.id}/removal`, { signal }),
  });
  const remove = useMutation({
    mutationFn: (confirm: string) => api.delete<void>(`/api/cases/${found.id}`, { query: { confirm } }),
    onSuccess: async () => {
      await go('/');
      client.removeQueries({ queryKey: keys.cases.of(found.id) });
      await client.invalidateQueries({ queryKey: keys.cases.list });
      notifyDone(`${found.name} is deleted.`);
    },
  });
  return (
    <Loaded query={removal} text="Counting what would go…">
      {(goes) => (
        <Stack>
          <Text>This can't be undone, except from a backup. It takes with it:</Text>
          <Facts
            facts={[
              ['Entries of the audit chain', formatNumber(goes.entries)],
              ['Attachments', `${formatNumber(goes.attachments)} (${formatBytes(goes.attachmentBytes)})`],
              ['Secrets', formatNumber(goes.secrets)],
              ['Token rows', formatNumber(goes.tokenRows)],
              ['Token runs', formatNumber(goes.tokenRuns)],
              [
                'Credentials still kept',
                goes.keptCredentials ? formatNumber(goes.keptCredentials) : undefined,
              ],
            ]}
          />
          {remove.error && <ErrorNotice title="The case was not deleted" error={remove.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Keep it
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(goes.digest)}>
              Delete the case
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  );
};
