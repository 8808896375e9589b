import { formatCount } from '#contract/format.ts';
import { upload } from '#renderer/lib/upload.ts';
import type { Located } from './check-order.ts';
import type { Given } from './given.ts';
import { zipFolder } from './zip-folder.ts';

export interface PreparationStep {
  readonly text: string;
  /** Without a total it is not known how much there is. */
  readonly progress?: { readonly done: number; readonly total: number; readonly unit: 'files' | 'bytes' };
}

interface LocateOptions {
  readonly signal: AbortSignal;
  readonly onStep: (step: PreparationStep) => void;
  /** Ids of what was sent are added here as it is. */
  readonly uploads: string[];
}

/**
 * Where the desk finds each: the path itself, or that of what was sent.
 * @throws ApiError, Error; the signal's reason when it was cancelled
 */
export const locate = async (items: readonly Given[], options: LocateOptions): Promise<Located[]> => {
  const located: Located[] = [];
  for (const item of items) located.push({ item, path: await pathOf(item, options) });
  return located;
};

const pathOf = async ({ name, content }: Given, options: LocateOptions): Promise<string> => {
  if (content.at === 'path') return content.path;
  const { signal, onStep, uploads } = options;
  const blob = content.at === 'file' ? content.file : await packed(name, content, options);
  const onProgress = (done: number): void =>
    onStep({ text: `Sending ${name}`, progress: { done, total: blob.size, unit: 'bytes' } });
  onProgress(0);
  const sent = await upload(blob, content.at === 'folder' ? `${name}.zip` : name, {
    signal,
    onProgress,
  });
  uploads.push(sent.id);
  return sent.path;
};

const packed = async (
  name: string,
  { list }: Extract<Given['content'], { at: 'folder' }>,
  { signal, onStep }: LocateOptions,
): Promise<Blob> => {
  const listing = await list(signal, (count) =>
    onStep({ text: `Looking through ${name}: ${formatCount(count, 'file')}` }),
  );
  const total = listing.files.length;
  return zipFolder(listing, {
    signal,
    onProgress: (done) => onStep({ text: `Packing ${name}`, progress: { done, total, unit: 'files' } }),
  });
};
