import { Accordion, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconWebhook } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
import type { CaseView } from '#contract/case.ts';
import type { HeaderSetup } from '#contract/header-setup.ts';
import { localTargetId } from '#contract/target.ts';
import { useAnnouncement } from '#renderer/lib/listeners.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { AllowListCheck } from './allow-list/allow-list-check.tsx';
import classes from './case-headers.module.css';
import { NewEndpoint } from './create/new-endpoint.tsx';
import { CheckedSoFar } from './of-case/checked-so-far.tsx';
import { Setup } from './of-case/setup.tsx';
import { stageOf } from './of-case/setup-labels.ts';
import { setupsKey, useSetups } from './of-case/setups.ts';

type Dialog = 'endpoint' | 'firewall';

/** Header set-up of every endpoint of the case's target. The endpoint that is looked at stands in the address. */
export const Component = () => {
  const found = useOutletContext<CaseView>();
  const [dialog, setDialog] = useState<Dialog>();
  const [search, setSearch] = useSearchParams();
  const query = useSetups(found.id);
  const local = found.targetId === localTargetId;
  useRereadOfLocal(found, local);
  const close = (): void => setDialog(undefined);
  const show = (webhookId: string | null): void =>
    setSearch({ endpoint: webhookId ?? 'none' }, { replace: true });
  return (
    <Page
      title="Headers"
      level={2}
      description="Each endpoint with the headers that its consumer relies on: what the legacy set-up sent, what is set now, and a check that it arrives."
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconShieldCheck size={14} aria-hidden />}
            onClick={() => setDialog('firewall')}
          >
            Check a firewall…
          </Button>
          {local && (
            <Button size="xs" variant="default" onClick={() => setDialog('endpoint')}>
              New endpoint
            </Button>
          )}
        </>
      }
    >
      <Loaded query={query} text="Reading the endpoints of the target…">
        {({ results }) =>
          results.length === 0 ? (
            <NoEndpoints local={local} onNew={() => setDialog('endpoint')} />
          ) : (
            <Stack>
              <CheckedSoFar setups={results} />
              <Setups
                found={found}
                setups={results}
                opened={
                  search.get('endpoint') ?? (results.length === 1 ? (results[0]?.webhook.id ?? null) : null)
                }
                onOpen={show}
              />
            </Stack>
          )
        }
      </Loaded>
      <NewEndpoint
        opened={dialog === 'endpoint'}
        onClose={close}
        onMade={({ id }) => {
          close();
          show(id);
          void query.refetch();
        }}
      />
      <Modal opened={dialog === 'firewall'} onClose={close} title="Check a firewall" size="xl">
        {dialog === 'firewall' && <AllowListCheck caseId={found.id} />}
      </Modal>
    </Page>
  );
};

/** Endpoints of the local service change by other hands too; those of a remote target are announced by nobody. */
const useRereadOfLocal = ({ id }: CaseView, local: boolean): void => {
  const client = useQueryClient();
  useAnnouncement('endpoint', () => {
    if (local) void client.invalidateQueries({ queryKey: setupsKey(id) }, { cancelRefetch: false });
  });
};

const NoEndpoints = ({ local, onNew }: { local: boolean; onNew: () => void }) => (
  <Section>
    <Empty
      icon={<IconWebhook aria-hidden />}
      title="The target has no endpoints"
      text={
        local
          ? 'Make one at the consumer, or at the built-in receiver to rehearse. The cutover makes them from the legacy rules.'
          : 'They come with the migration, or are made by POST /webhooks on the target. Then set up their headers here.'
      }
      action={local ? <Button onClick={onNew}>Make an endpoint</Button> : undefined}
    />
  </Section>
);

interface SetupsProps {
  readonly found: CaseView;
  readonly setups: readonly HeaderSetup[];
  readonly opened: string | null;
  readonly onOpen: (webhookId: string | null) => void;
}

const Setups = ({ found, setups, opened, onOpen }: SetupsProps) => {
  const others = setups.some(({ ofCase }) => ofCase);
  return (
    <Accordion
      variant="separated"
      classNames={{ item: classes.card ?? '' }}
      value={opened}
      onChange={onOpen}
      order={3}
    >
      {setups.map((setup) => {
        const { webhook, headers } = setup;
        const stage = stageOf(setup);
        return (
          <Accordion.Item key={webhook.id} value={webhook.id}>
            <Accordion.Control>
              <Group justify="space-between" gap="sm" pr="sm">
                <Stack gap={0} miw={0} style={{ flex: '1 1 16rem' }}>
                  <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {withoutScheme(webhook.url)}
                  </Text>
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {headers.map(({ name }) => name).join(', ') || 'No custom headers'}
                  </Text>
                </Stack>
                <Group gap="xs">
                  {!setup.ofCase && others && (
                    <Text size="sm" c="dimmed">
                      Not of this case
                    </Text>
                  )}
                  {webhook.disabled && <StatusBadge tone="attention">Disabled</StatusBadge>}
                  <StatusBadge tone={stage.tone}>{stage.words}</StatusBadge>
                </Group>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {opened === webhook.id && <Setup found={found} setup={setup} />}
            </Accordion.Panel>
          </Accordion.Item>
        );
      })}
    </Accordion>
  );
};
