import { Stack } from '@mantine/core';
import { ReceiverPanel } from '#renderer/ui/receiver-panel.tsx';
import { ReceivedSection } from './received-section.tsx';

/** A consumer on this machine, and what it took. */
export const ReceiverTab = () => (
  <Stack>
    <ReceiverPanel />
    <ReceivedSection />
  </Stack>
);
