import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { formatBytes } from '#contract/format.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Loading } from '#renderer/ui/loading.tsx';
import { useSaveFile } from '#renderer/ui/save-button.tsx';
import { HtmlPreview } from './html-preview.tsx';
import { type ReportFile, useReportFile, type WhichReport } from './read-report.ts';
import { formatLabels } from './report-kinds.ts';
import type { ReportOptions } from './report-options.ts';
import { TextPreview } from './text-preview.tsx';

const PdfPages = lazy(() => import('./pdf/pdf-pages.tsx'));

interface ReportPreviewProps {
  readonly which: WhichReport;
  readonly options: ReportOptions;
  /** Of what the report says. */
  readonly digest: string;
}

/** The file, to look at and to save. */
export const ReportPreview = ({ which, options, digest }: ReportPreviewProps) => {
  const query = useReportFile(which, options, digest);
  const { label } = formatLabels[options.format];
  return (
    <Loaded query={query} text={`Creating ${label}…`}>
      {(file) => (
        <Stack gap="sm">
          <FileHead file={file} label={label} />
          <FileBody file={file} format={options.format} />
        </Stack>
      )}
    </Loaded>
  );
};

interface FileProps {
  readonly file: ReportFile;
}

const FileHead = ({ file, label }: FileProps & { readonly label: string }) => {
  const saving = useSaveFile((shown: ReportFile) => shown);
  return (
    <Group justify="space-between" align="flex-start">
      <Stack gap={0} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text>
          {file.name}, {formatBytes(file.bytes.length)}
        </Text>
        <Text c="dimmed" size="sm">
          SHA-256 {file.sha256}
        </Text>
      </Stack>
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={saving.isPending}
        onClick={() => saving.mutate(file)}
      >
        Export {label}
      </Button>
    </Group>
  );
};

const FileBody = ({ file, format }: FileProps & Pick<ReportOptions, 'format'>) => {
  if (format === 'pdf') {
    return (
      <Suspense fallback={<Loading text="Drawing pages…" />}>
        <PdfPages key={file.sha256} file={file} />
      </Suspense>
    );
  }
  return format === 'html' ? <HtmlPreview file={file} /> : <TextPreview file={file} />;
};
