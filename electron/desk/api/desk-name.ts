/** In the bodies of its errors. */
export const deskName = 'Carryover desk';
