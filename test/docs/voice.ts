import { bannedPhrases } from './banned-phrases.ts';
import { codeFiles, pages } from './pages.ts';
import { type Text, textsOfCode, textsOfPage } from './texts.ts';

/** Code whose literals people read. The glossary alone names what is not said. */
const shown =
  /^(?:renderer\/.*\.tsx?|electron\/cli\/.*\.ts|electron\/contract\/(?:errors|.*labels.*)\.ts|electron\/desk\/reports\/.*\.ts)$/;
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

/** Of templates: `{name}` is filled in, and is not read. */
const placeholder = /\{\w+\}/g;

/** Where a banned phrase is used: `path:line "phrase" → instead: text`. */
export const voiceHits = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ path, line, text }) =>
    bannedPhrases.flatMap(({ text: phrase, instead }) => {
      const hit = phrase.exec(text.replace(placeholder, '…'))?.[0];
      return hit === undefined ? [] : [`${path}:${line} "${hit}" → ${instead}: ${text}`];
    }),
  );
