/** Sign-in names in texts: `@jo@example.com` mentions a person. Source: `docs/reference/rules/people.md#notifications`. */

const mention = /(?<![\p{L}\p{N}._+@-])@([a-z0-9][a-z0-9._+@-]{0,99})/giu;

export interface PersonMention {
  readonly login: string;
  /** Where the `@` is. */
  readonly at: number;
  readonly length: number;
}

/** What may be a mention, whether or not there is such a person. A full stop or the like after it is none of it. */
export const personMentions = (text: string): readonly PersonMention[] =>
  [...text.matchAll(mention)].map(({ 1: written = '', index }) => {
    const name = written.replace(/[._+@-]+$/, '');
    return { login: name.toLowerCase(), at: index, length: name.length + 1 };
  });

const actor = /<([^<>]+)>$/;

/** The sign-in name of an actor or owner who is a person, such as `Jo Baker <jo@example.com>`; undefined of other texts. */
export const loginIn = (text: string): string | undefined => actor.exec(text)?.[1];

/** Without the sign-in name. */
export const nameIn = (text: string): string => text.replace(/ <[^<>]+>$/, '');
