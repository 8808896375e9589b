import { type LocatedFile, useLocatedFile } from '#renderer/lib/use-located-file.ts';

/** A list of tokens for the desk to read. Pasted text stays in memory, nowhere else. */
export interface TokenSource extends Pick<LocatedFile, 'name' | 'size' | 'uploadId'> {
  readonly from: { readonly path: string } | { readonly content: string };
}

/** Accepts a file or text: by path in the app, by upload in a browser. */
export const useTokenSource = (onReady: (source: TokenSource) => void) => {
  const { sending, error, take, forgetError } = useLocatedFile(({ path, ...file }) =>
    onReady({ ...file, from: { path } }),
  );
  return {
    sending,
    error,
    takeFile: (file: File): void => void take(file),
    takeText(content: string): void {
      forgetError();
      onReady({ name: 'pasted rows', size: new Blob([content]).size, from: { content } });
    },
  };
};
