import { mask } from '#base/sealing.ts';

/** Shorter texts are no secrets, and stand everywhere. */
const shortest = 6;

/** What a consumer repeats of secrets, such as in a redirect, does not get into a result. */
export const redactor = (secrets: readonly string[]): ((line: string) => string) => {
  const forms = new Set(secrets.flatMap(formsOf).filter((form) => form.length >= shortest));
  // The longest first: one may be a part of another.
  const sorted = [...forms].sort((a, b) => b.length - a.length);
  // By a function: in a text, `$&` stands for what is replaced, and a secret may end with it.
  return (line) => sorted.reduce((text, form) => text.replaceAll(form, () => mask(form)), line);
};

/** As it is, as a URL writes it, and without the words before it: the scheme of Authorization, `whsec_`. */
const formsOf = (secret: string): string[] => {
  const parts = [secret, secret.replace(/^whsec_/, ''), ...secret.split(' ').slice(1)];
  return parts.flatMap((part) => [part, encodeURIComponent(part)]);
};
