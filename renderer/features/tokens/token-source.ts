import { useState } from 'react';
import { api } from '#renderer/lib/api.ts';
import { bridge } from '#renderer/lib/bridge.ts';
import { upload } from '#renderer/lib/upload.ts';

/** A list of tokens for the desk to read. Pasted text stays in memory, nowhere else. */
export interface TokenSource {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly from: { readonly path: string } | { readonly content: string };
  /** Of an uploaded file, which is deleted once it is imported. */
  readonly uploadId?: string;
}

export interface Sending {
  readonly name: string;
  readonly sent: number;
  readonly size: number;
  readonly cancel: () => void;
}

/** Accepts a file or text: by path in the app, by upload in a browser. */
export const useTokenSource = (onReady: (source: TokenSource) => void) => {
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
      onReady({ name: file.name, size: file.size, from: { path: sent.path }, uploadId: sent.id });
    } catch (problem) {
      if (!stop.signal.aborted) setError(problem);
    } finally {
      setSending(undefined);
    }
  };

  return {
    sending,
    error,
    takeFile(file: File): void {
      setError(undefined);
      const path = bridge()?.pathOf(file) ?? '';
      if (path === '') void send(file);
      else onReady({ name: file.name, size: file.size, from: { path } });
    },
    takeText(content: string): void {
      setError(undefined);
      onReady({ name: 'pasted rows', size: new Blob([content]).size, from: { content } });
    },
  };
};

/** Deletes an uploaded file, which holds tokens in clear. The desk deletes forgotten ones. */
export const releaseSource = ({ uploadId }: TokenSource): void => {
  if (uploadId !== undefined) void api.delete(`/api/uploads/${uploadId}`).catch(() => {});
};
