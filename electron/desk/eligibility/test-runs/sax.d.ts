/** What we use of it; the package has no types. */
declare module 'sax' {
  interface Tag {
    readonly name: string;
    readonly attributes: Readonly<Record<string, string>>;
  }
  interface Parser {
    onerror: (error: Error) => void;
    ondoctype: () => void;
    onopentag: (tag: Tag) => void;
    onclosetag: () => void;
    write(text: string): Parser;
    close(): Parser;
  }
  const sax: { parser(strict: true): Parser };
  export default sax;
}
