import { glossary } from '#contract/glossary.ts';
import { pageOf, plain, table } from './markdown.ts';

/** The terms, as the app shows them beside its own. */
export const glossaryPage = (): string =>
  pageOf(
    'Glossary',
    'One term for one thing, in the app, on the command line, in docs and in code.',
    table(
      ['term', 'meaning'],
      Object.entries(glossary).map(([term, meaning]) => [term, plain(meaning)]),
    ),
  );
