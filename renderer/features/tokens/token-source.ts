import { useState } from 'react';
import { api } from '#renderer/lib/api.ts';
import { bridge } from '#renderer/lib/bridge.ts';
import { upload } from '#renderer/lib/upload.ts';

/** A list of tokens as the desk is to read it. What was pasted stays in this component's memory, and nowhere else. */
export interface TokenSource {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly from: { readonly path: string } | { readonly content: string };
  /** Of a file that was sent: taken away again as soon as it was read for good. */
  readonly uploadId?: string;
}

export interface Sending {
  readonly name: string;
  readonly sent: number;
  readonly size: number;
  readonly cancel: () => void;
}

/** Takes a file or a text in: by its path in the app, by sending it in a browser. */
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

/** It holds tokens in clear: it must not lie about for longer than it is needed. The desk removes what is forgotten. */
export const releaseSource = ({ uploadId }: TokenSource): void => {
  if (uploadId !== undefined) void api.delete(`/api/uploads/${uploadId}`).catch(() => {});
};
