import { Group } from '@mantine/core';
import { IconWebhookOff } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Found } from '#renderer/ui/found.tsx';
import { Loading } from '#renderer/ui/loading.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TabLinks } from '#renderer/ui/tab-links.tsx';
import { DoctorTab } from './doctor/doctor-tab.tsx';
import { healthOf } from './endpoint-labels.ts';
import { HeadersTab } from './headers/headers-tab.tsx';
import { LogTab } from './log/log-tab.tsx';
import { Overview } from './overview/overview.tsx';
import { useEndpoint } from './queries.ts';
import { ResendFailed } from './resend-failed.tsx';
import { SecretTab } from './secret/secret-tab.tsx';
import { TestingTab } from './testing/testing-tab.tsx';

type Tab = readonly [path: string, label: string, content: (endpoint: EndpointDetail) => ReactNode];

const tabs: readonly [Tab, ...Tab[]] = [
  ['overview', 'Overview', (endpoint) => <Overview endpoint={endpoint} />],
  ['headers', 'Headers', (endpoint) => <HeadersTab endpoint={endpoint} />],
  ['secret', 'Secret', (endpoint) => <SecretTab endpoint={endpoint} />],
  ['testing', 'Testing', (endpoint) => <TestingTab endpoint={endpoint} />],
  ['doctor', 'Doctor', (endpoint) => <DoctorTab endpoint={endpoint} />],
  ['log', 'Message log', (endpoint) => <LogTab endpoint={endpoint} />],
];

/** One endpoint. The address names its tab. */
export const Component = () => {
  const { webhookId = '' } = useParams();
  const query = useEndpoint(webhookId);
  return (
    <Found
      query={query}
      title="Endpoint"
      icon={<IconWebhookOff aria-hidden />}
      missing="It was deleted, or the sandbox was reset."
      list="/endpoints"
    >
      {(endpoint) => <Detail key={webhookId} endpoint={endpoint} />}
    </Found>
  );
};

const Detail = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const [{ tab }] = useUrlState(['tab']);
  const shown = tabs.find(([value]) => value === tab) ?? tabs[0];
  const { tone, label: health } = healthOf(endpoint);
  const base = `/endpoints/${endpoint.id}`;
  return (
    <Page
      title={withoutScheme(endpoint.url)}
      back={{ to: '/endpoints', label: 'Back to endpoints', returns: true }}
      beside={<StatusBadge tone={tone}>{health}</StatusBadge>}
      description={
        <Group gap={4} wrap="nowrap">
          {endpoint.id}
          <CopyButton value={endpoint.id} what="endpoint id" />
        </Group>
      }
      actions={<ResendFailed endpoint={endpoint} />}
      tabs={
        <TabLinks
          label="Parts of the endpoint"
          tabs={tabs.map(([value, label]) => ({
            to: value === 'overview' ? base : `${base}?tab=${value}`,
            label,
            isShown: value === shown[0],
          }))}
        />
      }
    >
      <Suspense key={shown[0]} fallback={<Loading text="Loading…" />}>
        {shown[2](endpoint)}
      </Suspense>
    </Page>
  );
};
