import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Closed, MapOf } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import { MailAttachment, type MailKind, MailTemplate } from '#contract/mail.ts';

/**
 * Templates of mails: a folder a language, in it a file a mail and one with the words that are filled in. The data folder's
 * `mails` replaces single files and adds languages.
 */
export interface Templates {
  /** By name, the program's own first. */
  languages(): { language: string; name: string }[];
  /** @throws CatalogueError `mail.noLanguage`, `mail.badTemplate` */
  words(language: string): Words;
  /** @throws CatalogueError `mail.noLanguage`, `mail.badTemplate` */
  template(language: string, kind: MailKind): ReadTemplate;
}

const byName = MapOf(Type.String());
const Words = Closed({
  name: Type.String(),
  titles: byName,
  /** What a field says, for a person who has to fill it in. */
  fields: byName,
  words: byName,
  attachments: byName,
  footer: Type.String(),
});
export type Words = Static<typeof Words>;

export interface ReadTemplate extends MailTemplate {
  readonly attach: readonly MailAttachment[];
  readonly from: 'data-folder' | 'carryover';
}

/** Every language begins with this one: what it lacks is in it. */
const base = 'en';
const wordsFile = 'fields.json';
const isLanguage = /^[a-z]{2,3}(?:-[A-Z]{2})?$/;

/** @param resourcesDir the folder of the program's own. @param dataDir the data folder */
export const createTemplates = (resourcesDir: string, dataDir: string): Templates => {
  const folders = [
    { folder: join(dataDir, 'mails'), from: 'data-folder' },
    { folder: resourcesDir, from: 'carryover' },
  ] as const;

  /** The first that there is: of the data folder, of the program; then of the language that all fall back to. */
  const find = (language: string, file: string) =>
    [language, base]
      .flatMap((one) => folders.map(({ folder, from }) => ({ path: join(folder, one, file), from })))
      .find(({ path }) => existsSync(path)) as { path: string; from: ReadTemplate['from'] };

  const known = (): string[] => {
    const all = folders
      .toReversed()
      .flatMap(({ folder }) => (existsSync(folder) ? readdirSync(folder).toSorted() : []));
    return [...new Set(all.filter((name) => isLanguage.test(name)))];
  };

  const check = (language: string): void => {
    const languages = known();
    if (languages.includes(language)) return;
    throw new CatalogueError('mail.noLanguage', { language, languages: languages.join(', ') });
  };

  const words = (language: string): Words => {
    check(language);
    const { path } = find(language, wordsFile);
    const value = parsed(path);
    const [problem] = Value.Errors(Words, value);
    if (problem === undefined) return value as Words;
    throw bad(path, `${problem.instancePath || 'the whole'} ${problem.message}`);
  };

  return {
    languages: () => known().map((language) => ({ language, name: words(language).name })),
    words,
    template(language, kind) {
      check(language);
      const { path, from } = find(language, `${kind}.txt`);
      return { ...readTemplate(path), from };
    },
  };
};

const parsed = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw bad(path, 'it is not JSON');
  }
};

/** `Subject:` and, if files go along, `Attach:`; an empty line; the text. */
const readTemplate = (path: string): Omit<ReadTemplate, 'from'> => {
  const content = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  const end = content.indexOf('\n\n');
  const head = new Map(
    content
      .slice(0, Math.max(end, 0))
      .split('\n')
      .map((line) => {
        const [, name = '', value = ''] = /^(\w+): *(.*)$/.exec(line) ?? [];
        return [name.toLowerCase(), value.trim()];
      }),
  );
  const template = { subject: head.get('subject') ?? '', text: content.slice(end + 2).trim() };
  const attach = (head.get('attach') ?? '').split(/[\s,]+/).filter((name) => name !== '');
  const strange = attach.find((name) => !Value.Check(MailAttachment, name));
  if (strange !== undefined) throw bad(path, `there is no attachment "${strange}"`);
  if (end < 0 || !Value.Check(MailTemplate, template)) {
    throw bad(path, 'it does not have a line "Subject: …", an empty line, and a text');
  }
  return { ...template, attach: attach as MailAttachment[] };
};

const bad = (path: string, problem: string): CatalogueError =>
  new CatalogueError('mail.badTemplate', { path, problem });

/** For lists of all mails. */
export const titleOf = ({ titles }: Words, kind: MailKind): string => titles[kind] ?? kind;
