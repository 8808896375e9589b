/** What stands in the place of a text that was erased. */
export const erasedText = '[erased]';
