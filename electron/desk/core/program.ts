/** Whom entries name for what the program does by itself. */
export const program = 'carryover';
