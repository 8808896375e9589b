import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import { authHeaderBytes } from '#contract/webhook.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Defined, Term } from '#renderer/ui/term.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { useCutOver } from './use-cutover.ts';

/** Cuts the local service over, as the provider does when it grants a migration request. */
export const GrantCutover = () => {
  const [confirming, setConfirming] = useState(false);
  const cutOver = useCutOver();
  const form = useDraftForm({ initialValues: { portalAuthHeader: '' }, error: cutOver.error });
  const { portalAuthHeader } = form.values;
  return (
    <Section
      title="Cutover"
      description={
        <Defined
          text="Simulates the provider granting a migration request, on the local service only."
          terms={['provider']}
        />
      }
      beside={<StatusBadge tone="neutral">Not cut over</StatusBadge>}
    >
      <form onSubmit={form.onSubmit(() => setConfirming(true))}>
        <Stack>
          <Effects />
          <SecretInput
            label="Portal auth header"
            description={`Full value of Authorization, up to ${formatNumber(authHeaderBytes)} bytes; overrides the profile's. Leave empty if none was set.`}
            maw={560}
            {...form.getInputProps('portalAuthHeader')}
          />
          <Group gap="sm">
            <Button type="submit">Cut over…</Button>
            <Text c="dimmed">Add rules with POST /rules, or open the sample case.</Text>
          </Group>
        </Stack>
      </form>
      <ConfirmModal
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Cut over the local service"
        text={
          <>
            Legacy rules stop firing and become{' '}
            <TextLink to="/endpoints" inherit>
              endpoints
            </TextLink>
            ; the alerts endpoints answer 404. You can undo it here.
          </>
        }
        action="Cut over"
        doing={cutOver}
        failed="Cutover failed"
        onConfirm={() =>
          cutOver.mutate(portalAuthHeader === '' ? {} : { portalAuthHeader }, {
            onSuccess: () => notifyDone('Local service cut over.'),
          })
        }
      />
    </Section>
  );
};

const Effects = () => (
  <List spacing={4}>
    <List.Item>
      <Term term="rule">Rules</Term> with the same URL and company become one endpoint with all their event
      types; Channels shows the company.
    </List.Item>
    <List.Item>
      Kept as custom headers: X-Service-ClientId, and the auth header of the profile or the portal.
    </List.Item>
    <List.Item>Not kept: mails. The result lists event types to use instead.</List.Item>
    <List.Item>The alerts endpoints answer 404, and the profile rejects a new auth header.</List.Item>
    <List.Item>Alerts accepted before are still sent.</List.Item>
  </List>
);
