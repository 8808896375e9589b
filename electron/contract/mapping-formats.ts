/** Formats of the mapping file. Plain values, for the page too. */
export const mappingFormats = ['csv', 'json'] as const;
export type MappingFormat = (typeof mappingFormats)[number];
