import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';

interface PageProps {
  readonly title: string;
  /** The part of it that is shown, for the window's title. */
  readonly part?: string | undefined;
  /** 2 below a frame that has a heading of its own, as of a case. */
  readonly level?: 1 | 2;
  readonly description?: ReactNode;
  /** Badges and the like, beside the title. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  /** Uses the whole width: for tables and logs. */
  readonly wide?: boolean;
  /** Fills the height of the window: what is inside scrolls itself. */
  readonly filled?: boolean;
  readonly children: ReactNode;
}

/** What the screens inside are of, such as a case's name: in the title of the window. */
export const TitleContext = createContext<string | undefined>(undefined);

const longest = 80;

const windowTitle = (...names: (string | undefined)[]): string => {
  const words = names.filter((name) => name !== undefined).map(shortened);
  return `${words.join(' · ')} – Carryover`;
};

const shortened = (name: string): string => (name.length > longest ? `${name.slice(0, longest)}…` : name);

/** One screen: a heading, what can be done here, and the content. */
export const Page = ({
  title,
  part,
  level = 1,
  description,
  beside,
  actions,
  wide,
  filled,
  children,
}: PageProps) => {
  const of = useContext(TitleContext);
  return (
    <Box
      p={{ base: 'md', md: 'lg' }}
      maw={wide ? undefined : 1200}
      w="100%"
      h={filled ? '100%' : undefined}
      style={filled ? { display: 'flex', flexDirection: 'column', minHeight: 0 } : undefined}
    >
      <title>{windowTitle(part, title, of)}</title>
      <Group justify="space-between" align="flex-start" mb="md" gap="md" wrap="wrap">
        <Stack gap={2} miw={0} style={{ flex: '1 1 20rem' }}>
          <Group gap="sm">
            <Title
              order={level}
              size={level === 1 ? 'h2' : 'h3'}
              lineClamp={2}
              title={title.length > longest ? title : undefined}
              tabIndex={-1}
              data-screen-head
              style={{ overflowWrap: 'anywhere', outline: 'none' }}
            >
              {title}
            </Title>
            {beside}
          </Group>
          {description !== undefined && (
            <Text c="dimmed" component="div">
              {description}
            </Text>
          )}
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
};
