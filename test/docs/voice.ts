import { bannedPhrases } from './banned-phrases.ts';
import { codeFiles, pages } from './pages.ts';
import { type Text, textsOfCode, textsOfPage } from './texts.ts';

/** Code whose literals people read. The glossary alone names what is not said. */
const shown = /^(?:renderer\/.*\.tsx?|electron\/.*\.ts)$/;
const exempt = new Set(['docs/reference/glossary.md', 'CHANGELOG.md']);

/** Everything that people read. */
export const allTexts = (): Text[] => [
  ...codeFiles()
    .filter((path) => shown.test(path))
    .flatMap(textsOfCode),
  ...pages()
    .filter((path) => !exempt.has(path) && !path.startsWith('test/'))
    .flatMap(textsOfPage),
];

/** Placeholders of templates, routes, and a prefix of notes that earlier versions stored. */
const notRead = /\{\w+\}|(?:GET|PUT|POST|PATCH|DELETE) \/\S*|^Overruled by$/g;

/** Where a banned phrase is used: `path:line "phrase" → instead: text`. */
export const voiceHits = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ path, line, text }) =>
    bannedPhrases.flatMap(({ text: phrase, instead }) => {
      const hit = phrase.exec(text.replace(notRead, '…'))?.[0];
      return hit === undefined ? [] : [`${path}:${line} "${hit}" → ${instead}: ${text}`];
    }),
  );
