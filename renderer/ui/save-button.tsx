import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, type NamedBytes } from '#renderer/lib/api.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { notifyFailed, notifySaved } from './notify.tsx';

interface SaveButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Where the desk gives the file. */
  readonly path: string;
  /** Of the file, where the desk gives it none. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** Saves what the desk answers: where the person says, or among the downloads of a browser. */
export const SaveButton = ({ path, name, children, ...button }: SaveButtonProps) => {
  const saving = useSaving();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      {...button}
      loading={saving.isPending}
      onClick={() => saving.mutate({ path, name })}
    >
      {children}
    </Button>
  );
};

/** The same for what is not a button, such as a line of a menu. */
export const useSaving = () =>
  useSaveFile(async ({ path, name }: { readonly path: string; readonly name?: string | undefined }) => {
    const file = await api.file(path);
    return { bytes: file.bytes, name: file.name ?? name };
  });

/** Saves a file, and says where or why not. */
export const useSaveFile = <Asked,>(
  fileOf: (asked: Asked) => NamedBytes | Promise<NamedBytes>,
  failed = 'File not exported',
) =>
  useMutation({
    mutationFn: async (asked: Asked) => saveFile(await fileOf(asked)),
    onSuccess: notifySaved,
    onError: (error) => notifyFailed(failed, error),
  });
