import { Alert, Button, Stack } from '@mantine/core';
import { IconFileExport, IconFileShredder } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { cutLines } from '#contract/case-cut.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { hasErrorCode } from '#renderer/lib/api.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { saveCaseFile } from './save-case-file.ts';

/** Of the catalogue: `case.damaged`, `case.evidenceDamaged`, `store.damaged`. */
const damagedCodes: readonly number[] = [40946, 40966, 50304];

/** Whether what failed can be done with the sound part of the case. */
export const isDamaged = (error: unknown): boolean => hasErrorCode(error, ...damagedCodes);

interface ExportSoundProps {
  readonly caseId: string;
  /** Of the file. */
  readonly name: string;
  /** Secrets go along only under it. */
  readonly passphrase?: string | undefined;
}

/** Exports a damaged case as far as it is sound, then shows where it was cut and why. */
export const ExportSound = ({ caseId, name, passphrase }: ExportSoundProps) => {
  const save = useMutation({
    mutationFn: async () => {
      const { bytes, path } = await saveCaseFile(caseId, name, { passphrase, asFarAsSound: true });
      if (path === undefined) return undefined;
      const { cut } = JSON.parse(await new Blob([bytes]).text()) as CaseFile;
      return { path, lines: cut === undefined ? ['Nothing is missing.'] : cutLines(cut) };
    },
  });
  return (
    <Stack align="flex-start">
      {save.error && <ErrorNotice title="Case not exported" error={save.error} />}
      {save.data && (
        <Alert
          role="status"
          color="yellow"
          icon={<IconFileShredder aria-hidden />}
          title={`Sound part exported to ${save.data.path}`}
        >
          <Lines lines={save.data.lines} />
        </Alert>
      )}
      <Button
        variant="default"
        leftSection={<IconFileExport size={16} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Export sound part
      </Button>
    </Stack>
  );
};
