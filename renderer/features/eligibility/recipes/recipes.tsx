import { FileButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconFile, IconMailOff, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { EmailRecipes } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ExportMarkdown } from '#renderer/ui/export-markdown.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { RecipeSection } from './recipe-section.tsx';
import { recipesQuery } from './recipes-query.ts';

/** Recipes to rebuild rules with emails in an automation tool. */
export const Recipes = ({ found }: { found: CaseView }) => {
  const [file, setFile] = useState<File>();
  const query = useQuery(recipesQuery(found.id, file));
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text c="dimmed" style={{ flex: '1 1 20rem' }}>
          Emails are not carried over: rebuild them in an automation tool. Based on{' '}
          {file === undefined ? 'the rules of the target' : `the rules in ${file.name}`}; {'{{ }}'} is a
          property of the event, [] any item of a list.
        </Text>
        <Group gap="xs">
          <FileButton
            accept=".json,application/json"
            onChange={(chosen) => chosen && setFile(chosen)}
            inputProps={{ 'aria-label': 'Exported rules' }}
          >
            {({ onClick }) => (
              <SmallButton icon={IconFile} onClick={onClick}>
                Use exported rules…
              </SmallButton>
            )}
          </FileButton>
          <SmallButton
            icon={IconRefresh}
            changes={false}
            loading={query.isFetching}
            onClick={() => (file === undefined ? void query.refetch() : setFile(undefined))}
          >
            {file === undefined ? 'Reload rules' : 'Use target rules'}
          </SmallButton>
        </Group>
      </Group>
      <Loaded query={query} text="Loading rules…">
        {(recipes) =>
          recipes.results.length === 0 ? (
            <NoRecipes markdown={recipes.markdown} />
          ) : (
            <RecipeList name={found.name} recipes={recipes} />
          )
        }
      </Loaded>
    </Stack>
  );
};

const NoRecipes = ({ markdown }: Pick<EmailRecipes, 'markdown'>) => {
  const hasUnknown = markdown.includes('unknown type');
  return (
    <Empty
      icon={<IconMailOff aria-hidden />}
      title="No email recipes"
      text={
        hasUnknown
          ? 'Rules with emails have an unknown type; the Markdown lists them.'
          : 'No rule sends emails.'
      }
      action={hasUnknown && <CopyButton labelled value={markdown} what="the Markdown" />}
    />
  );
};

interface RecipeListProps {
  /** Of the case, for the file. */
  readonly name: string;
  readonly recipes: EmailRecipes;
}

const RecipeList = ({ name, recipes: { results, markdown } }: RecipeListProps) => (
  <>
    <Group gap="xs">
      <Text fw={600} style={{ flex: 1 }}>
        {formatCount(results.length, 'recipe')}
      </Text>
      <CopyButton labelled value={markdown} what="all as Markdown" />
      <ExportMarkdown markdown={markdown} name={`${name}-email-recipes.md`} failed="Recipes not exported" />
    </Group>
    <SimpleGrid cols={{ base: 1, xl: 2 }} style={{ alignItems: 'start' }}>
      {results.map((recipe) => (
        <RecipeSection key={recipe.ruleId} recipe={recipe} />
      ))}
    </SimpleGrid>
  </>
);
