import { Group } from '@mantine/core';
import { errorHelp } from '#contract/help-anchor.ts';
import { ApiError } from '#renderer/lib/api.ts';
import { openHelp } from '#renderer/lib/help.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { HelpLink } from './help-link.tsx';
import { KeyNames } from './key-names.tsx';

/** Leads to what an error of the catalogue means: by its link, or by F1 at once. */
export const ErrorHelp = ({ error }: { readonly error: unknown }) => {
  const code = error instanceof ApiError ? error.body?.detailedErrorCode : undefined;
  return code === undefined ? undefined : <CodeHelp topic={errorHelp(code)} />;
};

const label = 'What does this mean?';

const CodeHelp = ({ topic }: { readonly topic: string }) => {
  useShortcuts('Error', [{ label, keys: 'F1', inPalette: true, run: () => openHelp(topic) }]);
  return (
    <Group gap={6} component="span">
      <HelpLink topic={topic}>{label}</HelpLink>
      <KeyNames keys="F1" />
    </Group>
  );
};
