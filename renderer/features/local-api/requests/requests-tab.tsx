import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { RequestLog } from './request-log.tsx';

/** What was asked of the public API, as it comes in. */
export const RequestsTab = () => {
  const [search, setSearch] = useSearchParams();
  const [paused, setPaused] = useState(false);
  const show = search.get('show') === 'deprecated' ? 'deprecated' : 'all';
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <SegmentedControl
          aria-label="Which requests"
          value={show}
          onChange={(value) => setSearch(value === 'all' ? {} : { show: value })}
          data={[
            { value: 'all', label: 'All requests' },
            { value: 'deprecated', label: 'Deprecated calls' },
          ]}
        />
        <Text c="dimmed" flex="1 1 18rem">
          {show === 'all'
            ? 'Newest first. Bodies, query strings and keys are not kept.'
            : 'Calls of the alerts endpoints. Each is evidence that the integrator may not migrate yet: after a cutover they answer 404.'}
        </Text>
        <Button
          variant="default"
          size="xs"
          leftSection={
            paused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
          }
          onClick={() => setPaused(!paused)}
        >
          {paused ? 'Follow new requests' : 'Pause the log'}
        </Button>
      </Group>
      <RequestLog
        key={`${show} ${paused}`}
        isDeprecated={show === 'deprecated'}
        paused={paused}
        onFollow={() => setPaused(false)}
      />
    </>
  );
};
