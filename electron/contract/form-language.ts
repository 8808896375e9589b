import { type Static, Type } from 'typebox';
import { OneOf } from './common.ts';

/** Languages of the form that the integrator fills in: `resources/form` has a file for each. */
export const formLanguages = ['en', 'de'] as const;
export const FormLanguage = OneOf(formLanguages);
export type FormLanguage = Static<typeof FormLanguage>;

/** Names of languages, each in itself. */
export const formLanguageNames: Readonly<Record<FormLanguage, string>> = { en: 'English', de: 'Deutsch' };

export const FormExportRequest = Type.Object(
  {
    language: Type.Optional(
      Type.Unsafe<FormLanguage>({
        ...FormLanguage,
        description: 'Default: the language of the last mail of the case, or en.',
      }),
    ),
  },
  { title: 'FormExportRequest', additionalProperties: false },
);
export type FormExportRequest = Static<typeof FormExportRequest>;
