import { Button, Stack, Text } from '@mantine/core';
import { NotSignedIn } from '#renderer/app/sign-in-form.tsx';
import { teamDeskId } from '#renderer/lib/bridge.ts';
import { nameOfDesk, useShownTeam } from '#renderer/lib/desks.ts';
import { Unkept } from './unkept.tsx';
import { useBrowserSignIn } from './use-browser-sign-in.ts';
import { WaitingForBrowser } from './waiting.tsx';

/** Signs in again at the desk whose page this is: main has the access token, so no form asks for one. */
export const BrowserSignIn = ({ onSignedIn }: { readonly onSignedIn: () => unknown }) => {
  const desk = useShownTeam();
  const signIn = useBrowserSignIn(
    (electron) => electron.signInTeam(teamDeskId() ?? ''),
    (isSignedIn) => isSignedIn && onSignedIn(),
  );
  if (signIn.isPending)
    return <WaitingForBrowser desk={desk === undefined ? 'the desk' : nameOfDesk(desk)} />;
  return (
    <Stack gap="sm">
      <Text>You sign in on the page of the desk, in your browser.</Text>
      <Unkept />
      {signIn.error && <NotSignedIn text={signIn.error.message} />}
      <Button fullWidth data-autofocus onClick={() => signIn.mutate()}>
        Continue in browser
      </Button>
    </Stack>
  );
};
