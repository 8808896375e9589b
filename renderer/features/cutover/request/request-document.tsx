import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { EligibilityView, MigrationRequestView } from '#contract/eligibility.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { ExportMarkdown } from '#renderer/ui/export-markdown.tsx';
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
  return (
    <Section
      title={request.document.title}
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
          <ExportMarkdown
            markdown={request.markdown}
            name={`${name}-migration-request.md`}
            failed="Request not exported"
          />
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
