import { formatBytes } from '#contract/format.ts';
import { type Upload, uploadLimit } from '#contract/uploads.ts';
import { ApiError, refusal, uncertain, withQuery } from './api.ts';
import { sessionHeaders } from './session.ts';

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Bytes that have left. */
  readonly onProgress: (sent: number) => void;
}

/**
 * Sends a file to the desk of a page that has no path to give.
 * @throws ApiError; the signal's reason when it was cancelled
 */
export const upload = async (content: Blob, name: string, options: UploadOptions): Promise<Upload> => {
  options.signal.throwIfAborted();
  // Refused before it is sent: an answer in the middle of a body does not always reach the page.
  if (content.size > uploadLimit) {
    throw new Error(
      `${name} is too large to upload from a browser: ${formatBytes(content.size)} of at most ${formatBytes(uploadLimit)}. Use the desktop app or \`carryover check\`.`,
    );
  }
  return sendBytes<Upload>('POST', withQuery('/api/uploads', { name }), content, options);
};

/**
 * Sends bytes as they are, without holding them. By XMLHttpRequest: fetch tells nothing of what was sent.
 * @throws ApiError; the signal's reason when it was cancelled
 */
export const sendBytes = <T>(
  method: 'POST' | 'PUT',
  path: string,
  content: Blob,
  { signal, onProgress }: UploadOptions,
): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('content-type', 'application/octet-stream');
    for (const [header, value] of Object.entries(sessionHeaders())) request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as T);
      else void refusal(new Response(responseText, { status })).then(reject);
    };
    request.onerror = () => reject(new ApiError(uncertain, 0, undefined));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(content);
  });
