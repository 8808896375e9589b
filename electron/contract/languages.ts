/** Languages of what Carryover says to the integrator, in reports and in the form. Plain values, for the page too. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Each in itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** English where there is no other. */
export const nearestLanguage = (wanted: string | undefined): Language =>
  languages.find((one) => one === wanted) ?? 'en';
