import { Alert } from '@mantine/core';
import { IconVersions } from '@tabler/icons-react';
import { teamDeskId } from '#renderer/lib/bridge.ts';
import { pageVersion } from '#renderer/lib/page-version.ts';
import { useAbout } from '#renderer/lib/use-about.ts';

/** The page of a team's desk is the app's own, and its desk may be of another version; a browser gets the page from the desk. */
export const VersionNotice = () => {
  const version = useAbout().data?.version;
  if (teamDeskId() === undefined || version === undefined || version === pageVersion) return undefined;
  return (
    <Alert color="orange" radius={0} icon={<IconVersions aria-hidden />} title="Different versions">
      This app is version {pageVersion}, the desk {version}. Some screens may fail or lack what the desk has.
      Update the older one, or use the desk in a browser.
    </Alert>
  );
};
