import { Anchor, Box, Code, List, Table, Text, Title } from '@mantine/core';
import { lexer, type Token, type Tokens } from 'marked';
import { createContext, Fragment, type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { anchorsOfPage } from '#contract/help-anchor.ts';
import { CodeBlock } from './code-block.tsx';

/** Where a text leads, beyond itself. */
export interface MarkdownPlaces {
  /** A route of the app or an https address; undefined for what is not to be reached from here: its text stays. */
  readonly linkOf: (href: string) => string | undefined;
  readonly pictureOf: (src: string) => string | undefined;
}

const nowhere: MarkdownPlaces = { linkOf: () => undefined, pictureOf: () => undefined };
const PlacesContext = createContext(nowhere);

interface MarkdownTextProps {
  readonly text: string;
  readonly label: string;
  readonly places?: MarkdownPlaces;
  /** Of its first heading, on the screen. */
  readonly level?: 2 | 3 | 4;
}

/**
 * Markdown as the desk and `docs/` write it, drawn from its tokens: nothing in it can become a part of the page. Headings
 * have their anchor as `data-anchor`.
 */
export const MarkdownText = ({ text, label, places = nowhere, level = 4 }: MarkdownTextProps) => (
  <Box component="article" aria-label={label} style={{ overflowWrap: 'anywhere' }}>
    <PlacesContext value={places}>{blocks(lexer(text), { level, anchorOf: anchorsOfPage() })}</PlacesContext>
  </Box>
);

interface Drawing {
  readonly level: 2 | 3 | 4;
  readonly anchorOf: (heading: string) => string;
}

/** Tokens have no names of their own; they never move within a text. */
const numbered = <T,>(items: readonly T[]) => items.map((item, at) => ({ key: String(at), item }));
const keyed = (tokens: readonly Token[], draw: (token: Token) => ReactNode): ReactNode =>
  numbered(tokens).map(({ key, item }) => <Fragment key={key}>{draw(item)}</Fragment>);

const blocks = (tokens: readonly Token[], drawing: Drawing): ReactNode =>
  keyed(tokens, (token) => block(token, drawing));

const block = (token: Token, drawing: Drawing): ReactNode => {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens = [] } = token as Tokens.Heading;
      // Below the headings of the screen.
      const order = Math.min(6, depth + drawing.level - 1) as 2 | 3 | 4 | 5 | 6;
      return (
        <Title
          order={order}
          size={depth === 1 ? 'h4' : 'h5'}
          mt="md"
          mb={6}
          tabIndex={-1}
          data-anchor={drawing.anchorOf(textOf(tokens))}
        >
          {inline(tokens)}
        </Title>
      );
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return (
        <List type={ordered ? 'ordered' : 'unordered'} mb="xs">
          {keyed(items, (item) => (
            <List.Item>{blocks((item as Tokens.ListItem).tokens, drawing)}</List.Item>
          ))}
        </List>
      );
    }
    case 'table':
      return <MarkdownTable table={token as Tokens.Table} />;
    case 'code':
      return (
        <Box mb="sm">
          <CodeBlock text={(token as Tokens.Code).text} what="Code" />
        </Box>
      );
    case 'blockquote':
      return <Box ml="md">{blocks((token as Tokens.Blockquote).tokens, drawing)}</Box>;
    case 'paragraph':
      return (
        <Text component="div" mb="xs">
          {inline((token as Tokens.Paragraph).tokens)}
        </Text>
      );
    // A comment, or markup that GitHub would draw.
    case 'html':
    case 'space':
      return undefined;
    default:
      return (
        <Text component="div">{'tokens' in token && token.tokens ? inline(token.tokens) : token.raw}</Text>
      );
  }
};

const MarkdownTable = ({ table: { header, rows } }: { readonly table: Tokens.Table }) => (
  <Box style={{ overflowX: 'auto' }} mb="sm" tabIndex={0} role="region" aria-label="Table">
    <Table fz="sm" layout="auto" withTableBorder>
      <Table.Thead>
        <Table.Tr>
          {numbered(header).map(({ key, item }) => (
            <Table.Th key={key}>{inline(item.tokens)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {numbered(rows).map((row) => (
          <Table.Tr key={row.key} data-anchor={anchorIn(row.item[0]?.text)} tabIndex={-1}>
            {numbered(row.item).map(({ key, item }) => (
              <Table.Td key={key} miw={80}>
                {inline(item.tokens)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Box>
);

/** Of a row that is linked to. */
const anchorIn = (cell = ''): string | undefined => /<a id="([\w.-]+)"><\/a>/.exec(cell)?.[1];

const inline = (tokens: readonly Token[]): ReactNode => keyed(tokens, inlineOf);

const inlineOf = (token: Token): ReactNode => {
  switch (token.type) {
    case 'codespan':
      return <Code>{(token as Tokens.Codespan).text}</Code>;
    case 'strong':
      return <strong>{inline((token as Tokens.Strong).tokens)}</strong>;
    case 'em':
      return <em>{inline((token as Tokens.Em).tokens)}</em>;
    case 'br':
      return <br />;
    case 'link':
      return <MarkdownLink link={token as Tokens.Link} />;
    case 'image':
      return <Picture image={token as Tokens.Image} />;
    case 'html':
      return token.raw === '<br>' ? <br /> : undefined;
    default:
      if ('tokens' in token && token.tokens) return inline(token.tokens);
      return unescaped('text' in token ? String(token.text) : token.raw);
  }
};

const MarkdownLink = ({ link: { href, tokens } }: { readonly link: Tokens.Link }) => {
  const to = use(PlacesContext).linkOf(href);
  if (to === undefined) return inline(tokens);
  const outside = /^https:/.test(to);
  return outside ? (
    <Anchor href={to} target="_blank" rel="noreferrer" underline="always" inherit>
      {inline(tokens)}
    </Anchor>
  ) : (
    <Anchor component={Link} to={to} underline="always" inherit>
      {inline(tokens)}
    </Anchor>
  );
};

const Picture = ({ image: { href, text } }: { readonly image: Tokens.Image }) => {
  const src = use(PlacesContext).pictureOf(href);
  return src === undefined ? text : <img src={src} alt={text} style={{ maxWidth: '100%' }} />;
};

/** Of a heading, as its anchor is made of it. */
const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens
        ? textOf(token.tokens)
        : unescaped('text' in token ? String(token.text) : ''),
    )
    .join('');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** Text as it was before it was made harmless for Markdown. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name] ?? '');
