/** Whether a text is a whole id of a case, company, connection or endpoint, in either case of its letters. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
