import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '#renderer/lib/bridge.ts';
import { notifyFailed, notifySaved } from '#renderer/ui/notify.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

interface ExportMarkdownProps {
  readonly markdown: string;
  /** Of the file. */
  readonly name: string;
  /** Such as "Recipes not exported". */
  readonly failed: string;
}

/** Writes a text of the case to a file. */
export const ExportMarkdown = ({ markdown, name, failed }: ExportMarkdownProps) => (
  <SmallButton
    icon={IconDownload}
    onClick={() => {
      saveFile({ bytes: new TextEncoder().encode(markdown), name }).then(notifySaved, (error) =>
        notifyFailed(failed, error),
      );
    }}
  >
    Export Markdown
  </SmallButton>
);
