import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExchangeForm } from '#contract/exchange.ts';
import type { Language } from '#contract/languages.ts';

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
  const sentences = Object.entries(catalogue).map(([text, said]) => ({ pattern: patternOf(text), said }));
  const say = (text: string): string => {
    for (const { pattern, said } of sentences) {
      const found = pattern.exec(text);
      if (found !== null)
        return said.replaceAll(/\{(\w+)\}/g, (_, name: string) => found.groups?.[name] ?? '');
    }
    return text;
  };
  return fields.map((field) => ({
    ...field,
    label: say(field.label),
    help: say(field.help),
    example: say(field.example),
  }));
};

/** `{name}` stands for any text, and the second time for the same. */
const patternOf = (text: string): RegExp => {
  const seen = new Set<string>();
  const source = text.replaceAll(/\{(\w+)\}|[.*+?^${}()|[\]\\]/g, (sign, name: string | undefined) => {
    if (name === undefined) return `\\${sign}`;
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>.+?)`;
  });
  return new RegExp(`^${source}$`, 'u');
};
