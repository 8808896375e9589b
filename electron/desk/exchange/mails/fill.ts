import type { MailTemplate } from '#contract/mail.ts';

/** What fields say; undefined where it is not known. */
export type Values = Readonly<Record<string, string | undefined>>;

const field = /\{\{\s*([A-Za-z][A-Za-z0-9]*)\s*\}\}/g;

/** A text with its fields filled in. One of which nothing is known stays as it is. */
export const filled = (text: string, values: Values): string =>
  text.replace(field, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    // What others wrote must not become a field.
    return value === undefined ? whole : value.replaceAll('{{', '{ {');
  });

/** The fields that a text still has, each once. */
export const unfilledIn = ({ subject, text }: MailTemplate): string[] => [
  ...new Set([...`${subject}\n${text}`.matchAll(field)].map(([, name]) => name as string)),
];
