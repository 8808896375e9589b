/** Its message has nothing of what was to be set. */
export class TypesetError extends Error {}
