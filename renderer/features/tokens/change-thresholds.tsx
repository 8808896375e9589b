import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Run, Thresholds } from '#contract/token-runs.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ActionButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { ThresholdFields, thresholdsOf, thresholdValues } from './threshold-fields.tsx';

/** Changes when an unfinished run pauses by itself. */
export const ChangeThresholds = ({ run }: { readonly run: Run }) => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <SmallButton changes onClick={() => setOpened(true)}>
        Thresholds…
      </SmallButton>
      {opened && <Dialog run={run} onClose={() => setOpened(false)} />}
    </>
  );
};

const Dialog = ({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) => {
  const [values, setValues] = useState(() => thresholdValues(run.options.thresholds ?? {}));
  const saving = useApiMutation(
    (thresholds: Thresholds) => api.post<Run>(`${tokensPath(run.caseId)}/runs/thresholds`, { thresholds }),
    {
      onSuccess: (_, client) => {
        void client.invalidateQueries({ queryKey: tokenKeys.all(run.caseId) });
        onClose();
      },
    },
  );
  return (
    <Modal opened onClose={onClose} title="Thresholds" size="lg">
      <Stack>
        <ThresholdFields values={values} onChange={(changes) => setValues({ ...values, ...changes })} />
        {saving.error && <ErrorNotice title="Thresholds not saved" error={saving.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton loading={saving.isPending} onClick={() => saving.mutate(thresholdsOf(values))}>
            Save thresholds
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
};
