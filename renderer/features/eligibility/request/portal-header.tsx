import { Alert, Button, Group, Modal, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { EligibilityView, PortalHeaderRequest } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { preferences } from '#renderer/lib/preferences.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';

interface PortalHeaderProps {
  readonly found: CaseView;
  readonly view: EligibilityView;
}

const isSetInPortal = ({ verdict }: EligibilityView): boolean =>
  verdict.rows.some(({ row, state }) => row === 'auth-header-portal' && state === 'present');

/** There is one, and nobody supplied it: the request can't be sent. */
export const lacksPortalHeader = (view: EligibilityView): boolean =>
  isSetInPortal(view) && view.portalHeader === undefined;

/** The auth header that is set in the portal: the request can't be sent without it. */
export const PortalHeader = ({ found, view }: PortalHeaderProps) => {
  const [asking, setAsking] = useState(false);
  const { portalHeader } = view;
  if (!isSetInPortal(view)) return null;
  const action = found.state === 'open' && (
    <Button size="xs" variant="default" onClick={() => setAsking(true)}>
      {portalHeader === undefined ? 'Supply auth header…' : 'Replace auth header…'}
    </Button>
  );
  return (
    <>
      {portalHeader === undefined ? (
        <Alert color="orange" title="Portal auth header missing">
          <Stack gap="xs" align="flex-start">
            An auth header is set in the portal. Supply it before the request is sent.
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
  const client = useQueryClient();
  const supply = useMutation({
    mutationFn: (body: PortalHeaderRequest) =>
      api.put<EligibilityView>(`/api/cases/${caseId}/portal-header`, body),
    // A secret: nothing keeps it.
    gcTime: 0,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.cases.of(caseId) });
      void client.invalidateQueries({ queryKey: keys.cases.list });
      notifyDone('Portal auth header supplied.');
      onClose();
    },
  });
  const [by, setBy] = useState(preferences.getState().actor);
  const [way, setWay] = useState('value');
  const [value, setValue] = useState('');
  const isComplete = by.trim() !== '' && (way === 'profile' || value.trim() !== '');
  return (
    <Modal opened onClose={onClose} title="Portal auth header" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isComplete) return;
          supply.mutate(
            way === 'profile'
              ? { by: by.trim(), equalsProfile: true }
              : { by: by.trim(), value: value.trim() },
          );
        }}
      >
        <Stack>
          <TextInput
            label="Who knows it"
            required
            data-autofocus
            value={by}
            onChange={(event) => setBy(event.currentTarget.value)}
          />
          <Radio.Group label="Header" value={way} onChange={setWay}>
            <Stack gap="xs" mt={4}>
              <Radio value="value" label="A value of its own" />
              <Radio value="profile" label="Same as the profile's" />
            </Stack>
          </Radio.Group>
          {way === 'value' && (
            <PasswordInput
              label="Value"
              withAsterisk
              description="Stored sealed, shown masked."
              autoComplete="off"
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the value' }}
            />
          )}
          {supply.error && <ErrorNotice title="The header was not saved" error={supply.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={supply.isPending} disabled={!isComplete}>
              Save header
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
