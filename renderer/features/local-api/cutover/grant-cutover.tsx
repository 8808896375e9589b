import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { authHeaderBytes } from '#contract/webhook.ts';
import { problemOf } from '#renderer/lib/problem-of.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { useCutOver } from './use-cutover.ts';

/** Not cut over: says what a cutover does, and does it. */
export const GrantCutover = () => {
  const [header, setHeader] = useState('');
  const [asked, setAsked] = useState(false);
  const cutOver = useCutOver();
  const close = (): void => {
    setAsked(false);
    cutOver.reset();
  };
  return (
    <Section
      title="Cutover"
      description="What the provider does when it grants a migration request. Here it is done on the local copy alone, and can be taken back."
      actions={<StatusBadge tone="neutral">Not cut over</StatusBadge>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
        }}
      >
        <Stack>
          <List spacing={4}>
            <List.Item>
              Rules that post to the same URL for the same company, or for all, become one endpoint with all
              their event types. A rule of one company shows it in Channels.
            </List.Item>
            <List.Item>
              Carried over as custom headers: X-Service-ClientId, and the auth header that was set in the
              profile or the portal.
            </List.Item>
            <List.Item>
              Not carried over: mails. The result says which event types to use as triggers in their stead.
            </List.Item>
            <List.Item>
              The alerts endpoints answer 404 from then on, and the profile no longer takes another auth
              header.
            </List.Item>
            <List.Item>Alerts that were accepted before are still sent.</List.Item>
          </List>
          <SecretInput
            label="Auth header of the portal"
            description={`Stands for one that was set in the portal, and outweighs the profile's: the whole value of Authorization, at most ${authHeaderBytes} bytes. Leave it empty if there was none.`}
            maw={560}
            value={header}
            onChange={(event) => setHeader(event.currentTarget.value)}
            error={problemOf(cutOver.error, 'portalAuthHeader')}
          />
          <Group gap="sm">
            <Button type="submit">Cut over…</Button>
            <Text c="dimmed">
              Rules are added by POST /rules, and listed by GET /rules; the sample case brings some.
            </Text>
          </Group>
        </Stack>
      </form>
      <ConfirmModal
        opened={asked}
        onClose={close}
        title="Cut over the local service"
        text={
          <>
            The legacy rules stop firing and become endpoints, which are listed in{' '}
            <TextLink to="/endpoints" inherit>
              Endpoints
            </TextLink>
            . The alerts endpoints answer 404. All of it can be taken back here.
          </>
        }
        action="Cut over"
        busy={cutOver.isPending}
        error={cutOver.error}
        failed="It was not cut over"
        onConfirm={() =>
          cutOver.mutate(header === '' ? {} : { portalAuthHeader: header }, {
            onSuccess: () => notifyDone('The local service is cut over.'),
          })
        }
      />
    </Section>
  );
};
