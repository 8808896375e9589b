import { Button, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { CompanyName } from '#renderer/features/endpoints/company-name.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { EditChannels } from './edit-channels.tsx';

/** The companies that an endpoint is specific to. Source: `docs/reference/rules/endpoints.md#channels`. */
export const Channels = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const [editing, setEditing] = useState(false);
  const { channels, companyTags } = endpoint;
  return (
    <Section title="Channels" description="The companies whose events it gets.">
      <Stack gap="sm">
        {channels.length === 0 ? (
          <Text>
            <StatusBadge tone="active">Any company</StatusBadge> It is company-agnostic: it gets the events of
            every company, and those of none.
          </Text>
        ) : (
          channels.map((companyId) => <CompanyName key={companyId} companyId={companyId} />)
        )}
        {companyTags.length > 0 && (
          <Text>
            Only companies with one of these tags: <b>{companyTags.join(', ')}</b>.
          </Text>
        )}
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          Change the channels…
        </Button>
      </Stack>
      <EditChannels endpoint={endpoint} opened={editing} onClose={() => setEditing(false)} />
    </Section>
  );
};
