import { Button, FileButton } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { formatBytes } from '#contract/format.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';

interface ReadFileProps {
  readonly accept: string;
  readonly onRead: (file: { readonly name: string; readonly text: string }) => void;
}

/** Limit of a list. */
const mostBytes = 30 * 1_048_576;

/** Reads a text file into the page. */
export const ReadFile = ({ accept, onRead }: ReadFileProps) => {
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    try {
      if (file.size > mostBytes) {
        throw new Error(`${file.name} is ${formatBytes(file.size)}; the limit is ${formatBytes(mostBytes)}.`);
      }
      onRead({ name: file.name, text: await file.text() });
    } catch (error) {
      notifyFailed('File not read', error);
    }
  };
  return (
    <FileButton accept={accept} onChange={(file) => void read(file)}>
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconFile size={16} aria-hidden />}>
          Open file…
        </Button>
      )}
    </FileButton>
  );
};
