import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { CaseRemoval } from '#contract/case.ts';
import { formatBytes, formatNumber } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import type { CaseDialogProps } from './case-dialog.ts';

/** Previews what is deleted with the case; exactly that is confirmed. */
export const DeleteForm = ({ found, onClose }: CaseDialogProps) => {
  const go = useNavigate();
  const removal = useApiQuery<CaseRemoval>(
    [...keys.cases.of(found.id), 'removal', found.revision],
    `/api/cases/${found.id}/removal`,
  );
  const remove = useApiMutation(
    (confirm: string) => api.delete<void>(`/api/cases/${found.id}`, { query: { confirm } }),
    {
      onSuccess: async (_, client) => {
        await go('/');
        client.removeQueries({ queryKey: keys.cases.of(found.id) });
        await client.invalidateQueries({ queryKey: keys.cases.list });
        notifyDone(`Case ${found.name} deleted.`);
      },
    },
  );
  return (
    <Loaded query={removal} text="Loading contents…">
      {(contents) => (
        <Stack>
          <Text>Only a backup can restore {found.name}. Deleted with it:</Text>
          <Facts
            facts={[
              ['Audit chain entries', formatNumber(contents.entries)],
              [
                'Attachments',
                `${formatNumber(contents.attachments)} (${formatBytes(contents.attachmentBytes)})`,
              ],
              ['Secrets', formatNumber(contents.secrets)],
              ['Token rows', formatNumber(contents.tokenRows)],
              ['Token runs', formatNumber(contents.tokenRuns)],
              [
                'Stored credentials',
                contents.keptCredentials ? formatNumber(contents.keptCredentials) : undefined,
              ],
            ]}
          />
          {remove.error && <ErrorNotice title="Case not deleted" error={remove.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <ActionButton
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate(contents.digest)}
            >
              Delete case
            </ActionButton>
          </Group>
        </Stack>
      )}
    </Loaded>
  );
};
