import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { EligibilityView } from '#contract/eligibility.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { useNameHosts } from './name-hosts.ts';

interface TrafficHostsProps {
  readonly caseId: string;
  readonly evidence: Pick<EligibilityView['evidence'][number], 'id' | 'origin' | 'traffic'>;
}

/** Asks which hosts of a traffic log are this API's, where that decides something. */
export const TrafficHosts = ({ caseId, evidence: { id, origin, traffic } }: TrafficHostsProps) => {
  const [chosen, setChosen] = useState<string[]>([]);
  const save = useNameHosts(caseId, id);
  if (traffic?.isOpen !== true) return undefined;
  if (traffic.isCut) {
    return (
      <Text>
        {origin} holds {formatCount(traffic.hostCount, 'host')}. Check it again and name the hosts of this
        API.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Checkbox.Group
        label="Which hosts are this API's?"
        description={`Hosts in ${origin}. The log is not read again.`}
        value={chosen}
        onChange={setChosen}
      >
        <Stack gap={6} mt={6}>
          {traffic.hosts.map(({ host, calls, alerts }) => (
            <Checkbox
              key={host}
              value={host}
              label={host}
              description={`${formatCount(calls, 'call')}${alerts === 0 ? '' : `, ${formatNumber(alerts)} to what looks like an alerts endpoint`}`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {save.error && <ErrorNotice title="The hosts could not be saved" error={save.error} />}
      <Group gap="xs">
        <Button size="xs" loading={save.isPending} onClick={() => save.mutate({ hosts: chosen })}>
          {chosen.length === 0 ? "None is this API's" : 'Save hosts'}
        </Button>
      </Group>
    </Stack>
  );
};
