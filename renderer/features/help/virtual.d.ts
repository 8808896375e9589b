/** What `packaging/help/plugin.ts` makes of `docs/`. */
declare module 'virtual:help/contents' {
  const contents: readonly import('#contract/help.ts').HelpGroup[];
  export default contents;
}
declare module 'virtual:help/index' {
  const index: string;
  export default index;
}
declare module 'virtual:help/pages' {
  const pages: Readonly<Record<string, () => Promise<{ readonly default: string }>>>;
  export default pages;
}
declare module 'virtual:help/pictures' {
  const pictures: Readonly<Record<string, string>>;
  export default pictures;
}
