import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import table from './lexis.json' with { type: 'json' };

const Texts = Type.Array(Type.String());
const Lexis = Type.Object({
  /** Begin a comment up to the end of the line. */
  line: Texts,
  /** The same, where nothing but blanks stands before on the line. */
  lineStart: Type.Optional(Texts),
  block: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  /** Characters that open and close a text; tripled too. */
  quotes: Type.String(),
  /** A doubled quote stands for one, and backslashes for themselves. */
  doubled: Type.Optional(Type.Literal(true)),
  /** Beginnings of a computed part inside a text. */
  holes: Type.Array(Type.Enum(['${', '#{', '\\(', '$', '{', '#', '@'])),
});

/** How languages without a grammar write comments and texts. Data: `lexis.json`. */
export type Lexis = Static<typeof Lexis>;

const { lexes, same, usual } = Value.Parse(
  Type.Object({
    lexes: Type.Record(Type.String(), Lexis),
    /** Languages that write them as another one does. */
    same: Type.Record(Type.String(), Type.String()),
    /** For a language that no table names: the usual marks, unless they may mean something else. */
    usual: Lexis,
  }),
  table,
);
export const lexisOf = (language: string): Lexis => lexes[same[language] ?? language] ?? usual;
