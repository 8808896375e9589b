import { SegmentedControl, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Toolbar } from '#renderer/ui/page.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { RequestLog } from './request-log.tsx';

/** Requests to the public API, live. */
export const RequestsTab = () => {
  const [{ show: shown }, setState] = useUrlState(['show']);
  const [paused, setPaused] = useState(false);
  const show = shown === 'deprecated' ? 'deprecated' : 'all';
  return (
    <>
      <Toolbar>
        <SegmentedControl
          aria-label="Show"
          value={show}
          onChange={(value) => setState({ show: value === 'all' ? undefined : value }, { replace: false })}
          data={[
            { value: 'all', label: 'All requests' },
            { value: 'deprecated', label: 'Deprecated calls' },
          ]}
        />
        <Text size="sm" c="dimmed" flex={1}>
          {show === 'all'
            ? 'Headers and bodies are stored with secrets masked.'
            : 'Calls of the alerts endpoints block the migration: they answer 404 after a cutover.'}
        </Text>
        <SmallButton icon={paused ? IconPlayerPlay : IconPlayerPause} onClick={() => setPaused(!paused)}>
          {paused ? 'Resume' : 'Pause'}
        </SmallButton>
      </Toolbar>
      <RequestLog
        key={`${show} ${paused}`}
        isDeprecated={show === 'deprecated'}
        paused={paused}
        onFollow={() => setPaused(false)}
      />
    </>
  );
};
