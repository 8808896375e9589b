import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { EligibilityView, MigrationRequestView } from '#contract/eligibility.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RequestReading } from './request-reading.tsx';

interface RequestDocumentProps {
  /** Of the case, for the file. */
  readonly name: string;
  readonly request: MigrationRequestView;
  readonly rows: EligibilityView['rows'];
}

/** The request as it is sent: read, copy, export. */
export const RequestDocument = ({ name, request, rows }: RequestDocumentProps) => {
  const [shown, setShown] = useState('reading');
  const exportMarkdown = (): void => {
    const bytes = new TextEncoder().encode(request.markdown);
    saveFile({ bytes, name: `${name}-migration-request.md` }).then(
      (saved) => saved !== undefined && notifyDone(`Exported to ${saved}`),
      (error) => notifyFailed('Request not exported', error),
    );
  };
  return (
    <Section
      title={request.document.title}
      level={3}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Request format"
            value={shown}
            onChange={setShown}
            data={[
              { value: 'reading', label: 'Formatted' },
              { value: 'markdown', label: 'Markdown' },
            ]}
          />
          <CopyButton labelled value={request.markdown} what="the Markdown" />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={exportMarkdown}
          >
            Export Markdown
          </Button>
        </>
      }
    >
      {shown === 'markdown' ? (
        <CodeBlock text={request.markdown} what="the migration request" maxHeight={560} />
      ) : (
        <RequestReading document={request.document} rows={rows} />
      )}
    </Section>
  );
};
