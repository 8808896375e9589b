import { formatCount } from '#contract/format.ts';
import { upload } from '#renderer/lib/upload.ts';
import type { CheckInput } from './check-input.ts';
import type { Located } from './check-order.ts';
import { zipFolder } from './zip-folder.ts';

export interface PreparationStep {
  readonly text: string;
  /** Left out while the total is unknown. */
  readonly progress?: { readonly done: number; readonly total: number; readonly unit: 'files' | 'bytes' };
}

interface LocateOptions {
  readonly signal: AbortSignal;
  readonly onStep: (step: PreparationStep) => void;
  /** Ids of uploads are added here. */
  readonly uploads: string[];
}

/**
 * The path of each on the desk: its own, or that of its upload.
 * @throws ApiError, Error; the signal's reason when it was cancelled
 */
export const locate = async (items: readonly CheckInput[], options: LocateOptions): Promise<Located[]> => {
  const located: Located[] = [];
  for (const item of items) located.push({ item, path: await pathOf(item, options) });
  return located;
};

const pathOf = async ({ name, content }: CheckInput, options: LocateOptions): Promise<string> => {
  if (content.at === 'path') return content.path;
  const { signal, onStep, uploads } = options;
  const blob = content.at === 'file' ? content.file : await packed(name, content, options);
  const onProgress = (done: number): void =>
    onStep({ text: `Uploading ${name}`, progress: { done, total: blob.size, unit: 'bytes' } });
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
  { list }: Extract<CheckInput['content'], { at: 'folder' }>,
  { signal, onStep }: LocateOptions,
): Promise<Blob> => {
  const listing = await list(signal, (count) =>
    onStep({ text: `Listing ${name}: ${formatCount(count, 'file')}` }),
  );
  const total = listing.files.length;
  return zipFolder(listing, {
    signal,
    onProgress: (done) => onStep({ text: `Packing ${name}`, progress: { done, total, unit: 'files' } }),
  });
};
