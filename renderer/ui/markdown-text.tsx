import { Box, Code, List, Table, Text, Title } from '@mantine/core';
import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';

/** Markdown as the desk writes it, drawn from its tokens: nothing in it can become a part of the page. */
export const MarkdownText = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <Box component="article" aria-label={label} style={{ overflowWrap: 'anywhere' }}>
    {blocks(lexer(text))}
  </Box>
);

/** Tokens have no names of their own; they never move within a text. */
const numbered = <T,>(items: readonly T[]) => items.map((item, at) => ({ key: String(at), item }));
const keyed = (tokens: readonly Token[], draw: (token: Token) => ReactNode): ReactNode =>
  numbered(tokens).map(({ key, item }) => <Fragment key={key}>{draw(item)}</Fragment>);

const blocks = (tokens: readonly Token[]): ReactNode => keyed(tokens, block);

const block = (token: Token): ReactNode => {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens = [] } = token as Tokens.Heading;
      // Below the headings of the screen.
      const order = Math.min(6, depth + 3) as 4 | 5 | 6;
      return (
        <Title order={order} size={depth === 1 ? 'h4' : 'h5'} mt="md" mb={6}>
          {inline(tokens)}
        </Title>
      );
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return (
        <List type={ordered ? 'ordered' : 'unordered'} mb="xs">
          {keyed(items, (item) => (
            <List.Item>{blocks((item as Tokens.ListItem).tokens)}</List.Item>
          ))}
        </List>
      );
    }
    case 'table':
      return <MarkdownTable table={token as Tokens.Table} />;
    case 'paragraph':
      return <Text mb="xs">{inline((token as Tokens.Paragraph).tokens)}</Text>;
    case 'space':
      return undefined;
    default:
      return <Text>{'tokens' in token && token.tokens ? inline(token.tokens) : token.raw}</Text>;
  }
};

const MarkdownTable = ({ table: { header, rows } }: { readonly table: Tokens.Table }) => (
  <Box style={{ overflowX: 'auto' }} mb="sm" tabIndex={0} role="region" aria-label="Table">
    <Table fz="sm" withTableBorder>
      <Table.Thead>
        <Table.Tr>
          {numbered(header).map(({ key, item }) => (
            <Table.Th key={key}>{inline(item.tokens)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {numbered(rows).map((row) => (
          <Table.Tr key={row.key}>
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

const inline = (tokens: readonly Token[]): ReactNode =>
  keyed(tokens, (token) => {
    if (token.type === 'codespan') return <Code>{(token as Tokens.Codespan).text}</Code>;
    if (token.type === 'strong') return <strong>{inline((token as Tokens.Strong).tokens)}</strong>;
    if (token.type === 'em') return <em>{inline((token as Tokens.Em).tokens)}</em>;
    if (token.type === 'br' || token.raw === '<br>') return <br />;
    if ('tokens' in token && token.tokens) return inline(token.tokens);
    return unescaped('text' in token ? String(token.text) : token.raw);
  });

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
/** Text as it was before it was made harmless for Markdown. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name) => entities[name] ?? '');
