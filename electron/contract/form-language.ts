import { type Static, Type } from 'typebox';
import { OneOf } from './common.ts';
import { type Language, languages } from './languages.ts';

/** Of the form that the integrator fills in: `resources/form` has a file for each language. */
export const FormLanguage = OneOf(languages);

export const FormExportRequest = Type.Object(
  {
    language: Type.Optional(
      Type.Unsafe<Language>({
        ...FormLanguage,
        description: 'Default: the language of the last mail of the case, or en.',
      }),
    ),
  },
  { title: 'FormExportRequest', additionalProperties: false },
);
export type FormExportRequest = Static<typeof FormExportRequest>;
