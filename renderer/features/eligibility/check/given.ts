/** What a person gave to be checked: a folder or a file, by a path in the app, by its content in a browser. */

export const givenKinds = ['source', 'traffic', 'rules', 'profile', 'webhooks'] as const;
export type GivenKind = (typeof givenKinds)[number];

export const givenKindNames: Readonly<Record<GivenKind, string>> = {
  source: 'Source code',
  traffic: 'Traffic log',
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
  /** Paths of folders with installed packages: they are not sent. */
  readonly leftOut: readonly string[];
}

export type GivenContent =
  | { readonly at: 'path'; readonly path: string }
  | { readonly at: 'file'; readonly file: File }
  | {
      readonly at: 'folder';
      /** @param onFound how many files were found until now */
      readonly list: (signal: AbortSignal, onFound: (count: number) => void) => Promise<FolderListing>;
    };

export interface Given {
  /** Unique. */
  readonly key: string;
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes, where it is known. */
  readonly size?: number;
  readonly kind: GivenKind;
  /** Of source code: the code base that it is of. */
  readonly scope: string;
  readonly content: GivenContent;
}

const archive = /\.(zip|tar|tar\.gz|tgz)$/i;

/** What the thing probably is, by its name alone; the person may say otherwise. */
export const guessKind = (name: string, isFolder: boolean): GivenKind => {
  if (isFolder || archive.test(name)) return 'source';
  if (/\.json$/i.test(name)) {
    if (/rule/i.test(name)) return 'rules';
    if (/profile/i.test(name)) return 'profile';
    if (/webhook|endpoint/i.test(name)) return 'webhooks';
    return 'traffic';
  }
  if (/\.(log|har|jsonl|ndjson|csv|tsv|txt|gz)(\.\d+)?(\.gz)?$/i.test(name)) return 'traffic';
  return /(^|[._-])(access|traffic|requests?)([._-]|$)/i.test(name) ? 'traffic' : 'source';
};

/** A given thing, as it is taken for before anybody says otherwise. */
export const givenOf = (name: string, isFolder: boolean, content: GivenContent, size?: number): Given => ({
  key: `${name}:${Math.random()}`,
  name,
  isFolder,
  ...(size === undefined ? {} : { size }),
  kind: guessKind(name, isFolder),
  scope: name.replace(archive, '').slice(0, 200) || 'source',
  content,
});
