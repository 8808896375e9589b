import { Accordion, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconStethoscope, IconWebhook } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { HeaderSetup } from '#contract/header-setup.ts';
import { localTargetId } from '#contract/target.ts';
import { useAnnouncement } from '#renderer/lib/listeners.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { AllowListCheck } from './allow-list/allow-list-check.tsx';
import { NewEndpoint } from './create/new-endpoint.tsx';
import { TestConsumer } from './doctor/test-consumer.tsx';
import { CheckProgress } from './of-case/check-progress.tsx';
import { Setup } from './of-case/setup.tsx';
import { stageOf } from './of-case/setup-labels.ts';
import { setupsKey, useSetups } from './of-case/setups.ts';

type Dialog = 'endpoint' | 'firewall' | 'consumer';

/** Header setup of every endpoint of the case's target. The address names the open endpoint. */
export const Component = () => {
  const found = useCase();
  const [dialog, setDialog] = useState<Dialog>();
  const [, setState] = useUrlState(['endpoint']);
  const query = useSetups(found.id);
  const local = found.targetId === localTargetId;
  useRereadOfLocal(found, local);
  const close = (): void => setDialog(undefined);
  return (
    <Page
      title="Endpoints"
      level={2}
      description={
        <Defined text="Headers, a delivery check and the doctor for each endpoint" terms={['endpoint']} />
      }
      actions={<Actions local={local} onOpen={setDialog} />}
    >
      <Loaded query={query} text="Loading endpoints…">
        {({ results }) =>
          results.length === 0 ? (
            <NoEndpoints local={local} onNew={() => setDialog('endpoint')} />
          ) : (
            <Stack>
              <CheckProgress setups={results} />
              <Setups found={found} setups={results} />
            </Stack>
          )
        }
      </Loaded>
      <NewEndpoint
        opened={dialog === 'endpoint'}
        onClose={close}
        onCreated={({ id }) => {
          close();
          setState({ endpoint: id });
          void query.refetch();
        }}
      />
      <Modal opened={dialog === 'firewall'} onClose={close} title="Check firewall" size="xl">
        {dialog === 'firewall' && <AllowListCheck caseId={found.id} />}
      </Modal>
      <Modal opened={dialog === 'consumer'} onClose={close} title="Test a consumer" size="xl">
        {dialog === 'consumer' && <TestConsumer found={found} />}
      </Modal>
    </Page>
  );
};

interface ActionsProps {
  readonly local: boolean;
  readonly onOpen: (dialog: Dialog) => void;
}

const Actions = ({ local, onOpen }: ActionsProps) => (
  <>
    <SmallButton changes icon={IconStethoscope} onClick={() => onOpen('consumer')}>
      Test a consumer…
    </SmallButton>
    <SmallButton changes icon={IconShieldCheck} onClick={() => onOpen('firewall')}>
      Check firewall…
    </SmallButton>
    {local && (
      <SmallButton changes onClick={() => onOpen('endpoint')}>
        New endpoint
      </SmallButton>
    )}
  </>
);

/** Only the local service announces changes of its endpoints. */
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
      title="No endpoints on the target"
      text={
        local
          ? 'The cutover creates them from the legacy rules, or you create one.'
          : 'The migration creates them, or POST /webhooks on the target.'
      }
      action={local ? <Button onClick={onNew}>Create endpoint…</Button> : undefined}
    />
  </Section>
);

interface SetupsProps {
  readonly found: CaseView;
  readonly setups: readonly HeaderSetup[];
}

/** A single endpoint is open from the start; `none` in the address closes it. */
const Setups = ({ found, setups }: SetupsProps) => {
  const [{ endpoint }, setState] = useUrlState(['endpoint']);
  const opened = endpoint ?? (setups.length === 1 ? setups[0]?.webhook.id : undefined) ?? null;
  const someOfCase = setups.some(({ ofCase }) => ofCase);
  return (
    <Accordion value={opened} onChange={(id) => setState({ endpoint: id ?? 'none' })} order={3}>
      {setups.map((setup) => (
        <Accordion.Item key={setup.webhook.id} value={setup.webhook.id}>
          <Accordion.Control>
            <SetupSummary setup={setup} isOther={someOfCase && !setup.ofCase} />
          </Accordion.Control>
          <Accordion.Panel>
            {opened === setup.webhook.id && <Setup found={found} setup={setup} />}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
};

const SetupSummary = ({ setup, isOther }: { setup: HeaderSetup; isOther: boolean }) => {
  const { webhook, headers } = setup;
  const stage = stageOf(setup);
  return (
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
        {isOther && (
          <Text size="sm" c="dimmed">
            Not part of this case
          </Text>
        )}
        {webhook.disabled && <StatusBadge tone="attention">Disabled</StatusBadge>}
        <StatusBadge tone={stage.tone}>{stage.label}</StatusBadge>
      </Group>
    </Group>
  );
};
