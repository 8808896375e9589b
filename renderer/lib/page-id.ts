/** Of this page, from its load on: the desk tells its tabs apart by it. */
export const pageId = crypto.randomUUID();
