import { Stack } from '@mantine/core';
import { ReceiverPanel } from '#renderer/ui/receiver-panel.tsx';
import { ReceivedSection } from './received-section.tsx';

/** The built-in receiver, and its requests. */
export const ReceiverTab = () => (
  <Stack>
    <ReceiverPanel />
    <ReceivedSection />
  </Stack>
);
