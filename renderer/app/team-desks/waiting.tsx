import { Button, Group, Loader, Text } from '@mantine/core';
import { cancelBrowserSignIn } from './use-browser-sign-in.ts';

/** While the person signs in elsewhere. */
export const WaitingForBrowser = ({ desk }: { readonly desk: string }) => (
  <Group gap="sm" wrap="nowrap">
    <Loader size={16} aria-hidden />
    <Text role="status" style={{ overflowWrap: 'anywhere' }}>
      Sign in to {desk} in your browser and agree there. Waiting for up to 5 minutes…
    </Text>
    <Button variant="default" ml="auto" flex="none" data-autofocus onClick={cancelBrowserSignIn}>
      Cancel
    </Button>
  </Group>
);
