/** A folder or file to check: by path in the app, by content in a browser. */

export const inputKinds = ['source', 'traffic', 'exec', 'rules', 'profile', 'webhooks'] as const;
export type InputKind = (typeof inputKinds)[number];

export const inputKindLabels: Readonly<Record<InputKind, string>> = {
  source: 'Source code',
  traffic: 'Traffic log',
  exec: 'Test run',
  rules: 'Exported rules',
  profile: 'Exported profile',
  webhooks: 'Exported endpoints',
};

export interface FolderFile {
  /** Below the folder, with forward slashes. */
  readonly path: string;
  readonly open: () => Promise<Blob>;
}

export interface FolderListing {
  readonly files: readonly FolderFile[];
  /** Paths of folders with installed packages, which are not uploaded. */
  readonly leftOut: readonly string[];
}

export type InputContent =
  | { readonly at: 'path'; readonly path: string }
  | { readonly at: 'file'; readonly file: File }
  | {
      readonly at: 'folder';
      /** @param onFound the number of files so far */
      readonly list: (signal: AbortSignal, onFound: (count: number) => void) => Promise<FolderListing>;
    };

export interface CheckInput {
  /** Unique. */
  readonly key: string;
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes, where known. */
  readonly size?: number;
  readonly kind: InputKind;
  /** Of source code: its code base. Of a test run: the suite, if it is named. */
  readonly scope: string;
  readonly content: InputContent;
}

const archive = /\.(zip|tar|tar\.gz|tgz)$/i;

/** The probable kind by name alone; the person can change it. */
export const guessKind = (name: string, isFolder: boolean): InputKind => {
  if (isFolder || archive.test(name)) return 'source';
  if (/\.json$/i.test(name)) {
    if (/rule/i.test(name)) return 'rules';
    if (/profile/i.test(name)) return 'profile';
    if (/webhook|endpoint/i.test(name)) return 'webhooks';
    return 'traffic';
  }
  if (/\.xml$/i.test(name)) return 'exec';
  if (/\.(log|har|jsonl|ndjson|csv|tsv|txt|gz)(\.\d+)?(\.gz)?$/i.test(name)) return 'traffic';
  return /(^|[._-])(access|traffic|requests?)([._-]|$)/i.test(name) ? 'traffic' : 'source';
};

/** With the kind and code base that its name suggests. */
export const inputOf = (
  name: string,
  isFolder: boolean,
  content: InputContent,
  size?: number,
): CheckInput => {
  const kind = guessKind(name, isFolder);
  return {
    key: `${name}:${Math.random()}`,
    name,
    isFolder,
    ...(size === undefined ? {} : { size }),
    kind,
    scope: kind === 'exec' ? '' : name.replace(archive, '').slice(0, 200) || 'source',
    content,
  };
};
