import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { EligibilityView, HostsRequest } from '#contract/eligibility.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { useEligibilityChange } from '#renderer/features/eligibility/eligibility-change.ts';
import { api } from '#renderer/lib/api.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';

interface TrafficHostsProps {
  readonly caseId: string;
  readonly evidence: Pick<EligibilityView['evidence'][number], 'id' | 'origin' | 'traffic'>;
}

/** Asks which hosts of a traffic log belong to this API, where a check depends on it. */
export const TrafficHosts = ({ caseId, evidence: { id, origin, traffic } }: TrafficHostsProps) => {
  const [chosen, setChosen] = useState<string[]>([]);
  const save = useNameHosts(caseId, id);
  if (traffic?.isOpen !== true) return undefined;
  if (traffic.isCut) {
    return (
      <Text>
        {origin} contains {formatCount(traffic.hostCount, 'host')}. Check it again with the API hosts set.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Checkbox.Group
        label="Which hosts are this API's?"
        description={`Hosts in ${origin}`}
        value={chosen}
        onChange={setChosen}
      >
        <Stack gap={6} mt={6}>
          {traffic.hosts.map(({ host, calls, alerts }) => (
            <Checkbox
              key={host}
              value={host}
              label={host}
              description={`${formatCount(calls, 'call')}${alerts === 0 ? '' : `, ${formatNumber(alerts)} to possible alerts endpoints`}`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {save.error && <ErrorNotice title="Hosts not saved" error={save.error} />}
      <Group gap="xs">
        <ActionButton size="xs" loading={save.isPending} onClick={() => save.mutate({ hosts: chosen })}>
          {chosen.length === 0 ? 'None of these' : 'Save hosts'}
        </ActionButton>
      </Group>
    </Stack>
  );
};

const useNameHosts = (caseId: string, evidenceId: string) =>
  useEligibilityChange<HostsRequest>({
    make: (request) => api.put<EligibilityView>(`/api/cases/${caseId}/evidence/${evidenceId}/hosts`, request),
    done: 'Hosts saved.',
  });
