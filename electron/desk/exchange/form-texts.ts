import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExchangeForm } from '#contract/exchange.ts';
import type { Language } from '#contract/languages.ts';
import { dictionaryOf, phraseOf } from '#desk/reports/language/phrases.ts';

/** A language of the form, as `resources/form` has it. */
export interface FormTexts {
  /** By key; `{name}` is replaced. */
  readonly texts: Readonly<Record<string, string>>;
  /** Labels, helps and examples of fields, by their English: cases keep the fields that they were opened with. */
  readonly catalogue: Readonly<Record<string, string>>;
}

/** @param folder the program's own `resources/form` */
export const readFormTexts = (folder: string, language: Language): FormTexts =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as FormTexts;

type Named = Pick<ExchangeForm['fields'][number], 'label' | 'help' | 'example'>;

/** Fields in a language. What it has no words for stays as it is. */
export const translated = <T extends Named>(fields: readonly T[], { catalogue }: FormTexts): T[] => {
  const dictionary = dictionaryOf(catalogue);
  const say = (text: string): string => phraseOf(text, dictionary)?.text ?? text;
  return fields.map((field) => ({
    ...field,
    label: say(field.label),
    help: say(field.help),
    example: say(field.example),
  }));
};
