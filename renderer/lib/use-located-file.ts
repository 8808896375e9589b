import { useState } from 'react';
import { api } from './api.ts';
import { localDesk } from './bridge.ts';
import { upload } from './upload.ts';

/** A file that the desk can read: where it is, or where it was uploaded to. */
export interface LocatedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly path: string;
  /** Of an uploaded file, to be released once it is read. */
  readonly uploadId?: string;
}

export interface Sending {
  readonly name: string;
  readonly sent: number;
  readonly size: number;
  readonly cancel: () => void;
}

/** Takes a file by its path in the app, by upload in a browser. */
export const useLocatedFile = (onReady: (file: LocatedFile) => void) => {
  const [sending, setSending] = useState<Sending>();
  const [error, setError] = useState<unknown>();

  const send = async (file: File): Promise<void> => {
    const stop = new AbortController();
    const about = { name: file.name, size: file.size, cancel: () => stop.abort() };
    setSending({ ...about, sent: 0 });
    try {
      const sent = await upload(file, file.name, {
        signal: stop.signal,
        onProgress: (bytes) => setSending({ ...about, sent: bytes }),
      });
      onReady({ name: file.name, size: file.size, path: sent.path, uploadId: sent.id });
    } catch (problem) {
      if (!stop.signal.aborted) setError(problem);
    } finally {
      setSending(undefined);
    }
  };

  return {
    sending,
    error,
    async take(file: File): Promise<void> {
      setError(undefined);
      const path = localDesk()?.pathOf(file) ?? '';
      if (path === '') await send(file);
      else onReady({ name: file.name, size: file.size, path });
    },
    forgetError: () => setError(undefined),
  };
};

/** Deletes an uploaded file. The desk deletes forgotten ones. */
export const releaseFile = ({ uploadId }: Pick<LocatedFile, 'uploadId'>): void => {
  if (uploadId !== undefined) void api.delete(`/api/uploads/${uploadId}`).catch(() => {});
};
