import { Alert, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { EligibilityView, PortalHeaderRequest } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

interface PortalHeaderProps {
  readonly found: CaseView;
  readonly view: EligibilityView;
}

const isSetInPortal = ({ verdict }: EligibilityView): boolean =>
  verdict.rows.some(({ row, state }) => row === 'auth-header-portal' && state === 'present');

/** Set in the portal, but not supplied: the request can't be sent. */
export const lacksPortalHeader = (view: EligibilityView): boolean =>
  isSetInPortal(view) && view.portalHeader === undefined;

/** The auth header set in the portal, without which the request can't be sent. */
export const PortalHeader = ({ found, view }: PortalHeaderProps) => {
  const [asking, setAsking] = useState(false);
  const { portalHeader } = view;
  if (!isSetInPortal(view)) return null;
  const action = found.state === 'open' && (
    <SmallButton changes onClick={() => setAsking(true)}>
      {portalHeader === undefined ? 'Supply auth header…' : 'Replace auth header…'}
    </SmallButton>
  );
  return (
    <>
      {portalHeader === undefined ? (
        <Alert color="orange" title="Portal auth header missing">
          <Stack gap="xs" align="flex-start">
            Supply the auth header that is set in the portal before sending the request.
            {action}
          </Stack>
        </Alert>
      ) : (
        <Group gap="xs">
          <Text>
            Portal auth header: {portalHeader.masked ?? 'same as in the profile'} ({portalHeader.by})
          </Text>
          {action}
        </Group>
      )}
      {asking && <PortalHeaderModal caseId={found.id} onClose={() => setAsking(false)} />}
    </>
  );
};

const PortalHeaderModal = ({ caseId, onClose }: { caseId: string; onClose: () => void }) => {
  const supply = useSupplyHeader(caseId, onClose);
  const own = useOwnName();
  const form = useDraftForm({
    initialValues: { by: own.name, way: 'value', value: '' },
    error: supply.error,
  });
  const { by, way, value } = form.values;
  return (
    <Modal opened onClose={onClose} title="Portal auth header" size="lg">
      <ActionForm
        form={form}
        saving={supply}
        action="Save header"
        failed="Header not saved"
        onSubmit={() =>
          supply.mutate({
            by: by.trim(),
            ...(way === 'profile' ? { equalsProfile: true } : { value: value.trim() }),
          })
        }
        onCancel={onClose}
      >
        <TextInput label="Provided by" required data-autofocus {...form.getInputProps('by')} />
        <Radio.Group label="Header" {...form.getInputProps('way')}>
          <Stack gap="xs" mt={4}>
            <Radio value="value" label="Separate value" />
            <Radio value="profile" label="Same as in the profile" />
          </Stack>
        </Radio.Group>
        {way === 'value' && (
          <SecretInput
            label="Value"
            required
            description="Encrypted, shown masked"
            {...form.getInputProps('value')}
          />
        )}
      </ActionForm>
    </Modal>
  );
};

const useSupplyHeader = (caseId: string, onSuccess: () => void) =>
  useApiMutation(
    (body: PortalHeaderRequest) => api.put<EligibilityView>(`/api/cases/${caseId}/portal-header`, body),
    {
      isSecret: true,
      rereads: [keys.cases.of(caseId), keys.cases.list],
      onSuccess: () => {
        notifyDone('Portal auth header saved.');
        onSuccess();
      },
    },
  );
