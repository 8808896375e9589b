import { Button, FileButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconDownload, IconFile, IconMailOff, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import { formatCount } from '#contract/format.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { RecipeSection } from './recipe-section.tsx';
import { recipesQuery } from './recipes-query.ts';

/** How rules with emails are rebuilt in an automation tool. */
export const Recipes = ({ found }: { found: CaseView }) => {
  const [file, setFile] = useState<File>();
  const query = useQuery(recipesQuery(found.id, file));
  const { results = [], markdown = '' } = query.data ?? {};
  const save = (): void => {
    const bytes = new TextEncoder().encode(markdown);
    saveFile({ bytes, name: `${found.name}-email-recipes.md` }).then(
      (saved) => saved !== undefined && notifyDone(`Saved as ${saved}.`),
      (error) => notifyFailed('It was not saved', error),
    );
  };
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text c="dimmed" style={{ flex: '1 1 20rem' }}>
          Mails are not carried over. In an automation tool, receive the webhook, keep what passes the filter,
          and send the mail. Double braces name a property of the event; [] stands for the items of a list,
          and a filter of one passes if any item does.{' '}
          {file === undefined
            ? "Made of the rules of the case's target."
            : `Made of the rules in ${file.name}.`}
        </Text>
        <Group gap="xs">
          <FileButton
            accept=".json,application/json"
            onChange={(chosen) => chosen && setFile(chosen)}
            inputProps={{ 'aria-label': 'Exported rules' }}
          >
            {({ onClick }) => (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFile size={16} aria-hidden />}
                onClick={onClick}
              >
                Use exported rules…
              </Button>
            )}
          </FileButton>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={query.isFetching}
            onClick={() => (file === undefined ? void query.refetch() : setFile(undefined))}
          >
            {file === undefined ? 'Read the rules again' : 'Read the rules of the target'}
          </Button>
        </Group>
      </Group>
      <Loaded query={query} text="Reading the rules…">
        {() =>
          results.length === 0 ? (
            <Empty
              icon={<IconMailOff aria-hidden />}
              title="No rule of a known type has emails"
              text={
                markdown.includes('unknown type')
                  ? 'Some rules with emails are of an unknown type: the Markdown names them.'
                  : 'There is nothing to rebuild.'
              }
              action={
                markdown.includes('unknown type') && <CopyButton words value={markdown} what="the Markdown" />
              }
            />
          ) : (
            <>
              <Group gap="xs">
                <Text fw={600} style={{ flex: 1 }}>
                  {formatCount(results.length, 'recipe')}
                </Text>
                <CopyButton words value={markdown} what="all as Markdown" />
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={save}
                >
                  Save as Markdown
                </Button>
              </Group>
              <SimpleGrid cols={{ base: 1, xl: 2 }} style={{ alignItems: 'start' }}>
                {results.map((recipe) => (
                  <RecipeSection key={recipe.ruleId} recipe={recipe} />
                ))}
              </SimpleGrid>
            </>
          )
        }
      </Loaded>
    </Stack>
  );
};
