import { Alert, Anchor, Button, Flex, Group, List, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconFileSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { EligibilityView, MentionsView } from '#contract/eligibility.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { causeLabels, subjectLabels } from '#contract/mention-labels.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { DismissMentionsModal } from './dismiss-mentions-modal.tsx';
import { GroupList } from './group-list.tsx';
import {
  checkOf,
  findGroup,
  groupKey,
  type ListedMention,
  type MentionGroup,
  mentionsOf,
  sortedGroups,
} from './groups.ts';
import { useMentions, useRestoreMentions } from './mention-calls.ts';
import { MentionTable } from './mention-table.tsx';

interface ReviewProps {
  readonly view: EligibilityView;
  readonly open: boolean;
  /** The key of a group, or a subject. */
  readonly wanted: string | undefined;
  readonly onShowGroup: (key: string) => void;
  readonly onShowRow: (row: string) => void;
}

/** Mentions in source code that nothing settles: a person says which are no uses. */
export const Review = (props: ReviewProps) => (
  <Loaded query={useMentions(props.view.caseId)} text="Reading the mentions…">
    {(mentions) => (
      <Stack>
        <Limits mentions={mentions} />
        <Groups mentions={mentions} {...props} />
      </Stack>
    )}
  </Loaded>
);

const Groups = ({ mentions, wanted, ...props }: ReviewProps & { mentions: MentionsView }) => {
  const groups = sortedGroups(mentions.groups);
  const shown = findGroup(groups, wanted);
  if (shown === undefined) return <Nothing mentions={mentions} />;
  return (
    <Flex direction={{ base: 'column', md: 'row' }} gap="md" align="stretch">
      <div style={{ flex: '0 0 260px' }}>
        <GroupList groups={groups} shown={shown} onShow={props.onShowGroup} />
      </div>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Mentions key={groupKey(shown)} group={shown} results={mentions.results} {...props} />
      </div>
    </Flex>
  );
};

/** What the list does not show, and blocks absence all the same. */
const Limits = ({ mentions: { codeBases, withoutMentions } }: { mentions: MentionsView }) => {
  const lines = [
    ...codeBases
      .filter(({ unlisted }) => unlisted > 0)
      .map(
        ({ scope, unlisted }) =>
          `${scope}: ${formatNumber(unlisted)} more are not listed. Check its folders one by one to see them.`,
      ),
    ...withoutMentions.map(
      ({ scope }) => `${scope} was checked before mentions were recorded. Check it again.`,
    ),
  ];
  if (lines.length === 0) return undefined;
  return (
    <Alert color="orange" title="The list is incomplete">
      <List styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Alert>
  );
};

const Nothing = ({ mentions: { codeBases, withoutMentions } }: { mentions: MentionsView }) => {
  if (codeBases.length === 0) {
    return withoutMentions.length > 0 ? undefined : (
      <Empty
        icon={<IconFileSearch aria-hidden />}
        title="No source code was checked yet"
        text="Drop the integrator's source code on this window, or start a check."
      />
    );
  }
  const all = codeBases.reduce((sum, { count }) => sum + count, 0);
  return (
    <Empty
      icon={<IconCircleCheck aria-hidden />}
      title="Nothing to review"
      text={
        all === 0
          ? 'The source code mentions nothing that the checks look for.'
          : `All ${formatCount(all, 'mention')} in the source code are explained or found.`
      }
    />
  );
};

type Shown = 'open' | 'dismissed';

const Mentions = ({
  group,
  results,
  view,
  open,
  onShowRow,
}: Omit<ReviewProps, 'wanted' | 'onShowGroup'> & {
  readonly group: MentionGroup;
  readonly results: readonly ListedMention[];
}) => {
  const [shown, setShown] = useState<Shown>('open');
  const [asked, setAsked] = useState<ListedMention | MentionGroup>();
  const restore = useRestoreMentions(view.caseId);
  const of = mentionsOf(results, group);
  const wanted = of.filter(({ dismissed }) => (dismissed === undefined) === (shown === 'open'));
  const subject = subjectLabels[group.subject];
  const row = checkOf(group.subject);
  return (
    <Section
      title={`${subject} in ${group.scope}`}
      level={3}
      description={
        <>
          {causeLabels[group.cause]}.{' '}
          {row === undefined ? (
            'It decides no check by itself.'
          ) : (
            <>
              Is one a use?{' '}
              <Anchor
                component="button"
                type="button"
                inherit
                underline="always"
                onClick={() => onShowRow(row)}
              >
                Answer the check
              </Anchor>
            </>
          )}
        </>
      }
      actions={
        open &&
        group.open > 0 && (
          <Button size="xs" variant="default" onClick={() => setAsked(group)}>
            Dismiss {group.open === 1 ? 'it' : `all ${formatNumber(group.open)}`}…
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <Group>
          <SegmentedControl
            size="xs"
            aria-label="Which mentions are shown"
            value={shown}
            onChange={(value) => setShown(value === 'open' ? 'open' : 'dismissed')}
            data={[
              { value: 'open', label: `To review ${formatNumber(group.open)}` },
              { value: 'dismissed', label: `Dismissed ${formatNumber(group.dismissed)}` },
            ]}
          />
        </Group>
        {wanted.length === 0 ? (
          <Text c="dimmed" role="status">
            {shown === 'open' ? 'Nothing left to review in this group.' : 'None was dismissed.'}
          </Text>
        ) : (
          <MentionTable
            key={shown}
            label={`Mentions: ${subject}`}
            mentions={wanted}
            open={open}
            onDismiss={setAsked}
            onRestore={({ id }) => restore.mutate([id])}
          />
        )}
      </Stack>
      {asked && (
        <DismissMentionsModal
          caseId={view.caseId}
          results={results}
          what={asked}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Section>
  );
};
