/** Of the app or desk that this page was built for; undefined in a test that loads it without building. */
export const pageVersion: string | undefined = import.meta.env.PAGE_VERSION;
