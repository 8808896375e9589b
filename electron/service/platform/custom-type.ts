/** How a custom data type is called among the data types of reads. */

const prefix = 'custom/';

export const customType = (identifier: string): string => `${prefix}${identifier}`;
export const isCustomType = (dataType: string): boolean => dataType.startsWith(prefix);
