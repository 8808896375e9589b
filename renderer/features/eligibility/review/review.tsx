import { Alert, Anchor, Flex, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconFileSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { EligibilityView, MentionsView } from '#contract/eligibility.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { causeLabels, subjectLabels } from '#contract/mention-labels.ts';
import { useRestoreSeveral } from '#renderer/features/eligibility/dismissing/dismissal-calls.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
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
import { useMentions } from './mention-calls.ts';
import { MentionTable } from './mention-table.tsx';

interface ReviewProps {
  readonly view: EligibilityView;
  readonly open: boolean;
  /** The key of a group, or a subject. */
  readonly wanted: string | undefined;
  readonly onShowGroup: (key: string) => void;
  readonly onShowCheck: (row: string) => void;
}

/** Mentions in source code that need review: a person dismisses those that are no uses. */
export const Review = (props: ReviewProps) => (
  <Loaded query={useMentions(props.view.caseId)} text="Loading mentions…">
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

/** Mentions that are not listed, and still keep a check from being not found. */
const Limits = ({ mentions: { codeBases, withoutMentions } }: { mentions: MentionsView }) => {
  const lines = [
    ...codeBases
      .filter(({ unlisted }) => unlisted > 0)
      .map(
        ({ scope, unlisted }) =>
          `${scope}: ${formatNumber(unlisted)} more not listed. Check its folders separately to see them.`,
      ),
    ...withoutMentions.map(
      ({ scope }) => `${scope} was checked before mentions were recorded. Check it again.`,
    ),
  ];
  if (lines.length === 0) return undefined;
  return (
    <Alert color="orange" title="List incomplete">
      <Lines lines={lines} />
    </Alert>
  );
};

const Nothing = ({ mentions: { codeBases, withoutMentions } }: { mentions: MentionsView }) => {
  if (codeBases.length === 0) {
    return withoutMentions.length > 0 ? undefined : (
      <Empty
        icon={<IconFileSearch aria-hidden />}
        title="No source code checked yet"
        text="Drop source code here, or start a check."
      />
    );
  }
  const all = codeBases.reduce((sum, { count }) => sum + count, 0);
  return (
    <Empty
      icon={<IconCircleCheck aria-hidden />}
      title="Nothing to review"
      text={
        all === 0 ? (
          'The source code mentions nothing the checks search for.'
        ) : (
          <Defined
            text={`All ${formatCount(all, 'mention')} in the source code are explained or findings.`}
            terms={['mention', 'finding']}
          />
        )
      }
    />
  );
};

type Shown = 'open' | 'dismissed';

type MentionsProps = Omit<ReviewProps, 'wanted' | 'onShowGroup'> & {
  readonly group: MentionGroup;
  readonly results: readonly ListedMention[];
};

const Mentions = ({ group, results, view, open, onShowCheck }: MentionsProps) => {
  const [shown, setShown] = useState<Shown>('open');
  const [asked, setAsked] = useState<ListedMention | MentionGroup>();
  const subject = subjectLabels[group.subject];
  const mentions = useMemo(() => mentionsOf(results, group), [results, group]);
  return (
    <Section
      title={`${subject} in ${group.scope}`}
      description={<Cause group={group} onShowCheck={onShowCheck} />}
      actions={
        open &&
        group.open > 0 && (
          <SmallButton changes onClick={() => setAsked(group)}>
            Dismiss {group.open === 1 ? 'mention' : `all ${formatNumber(group.open)}`}…
          </SmallButton>
        )
      }
    >
      <Stack gap="sm">
        <Group>
          <SegmentedControl
            size="xs"
            aria-label="Mention status"
            value={shown}
            onChange={(value) => setShown(value === 'open' ? 'open' : 'dismissed')}
            data={[
              { value: 'open', label: `To review ${formatNumber(group.open)}` },
              { value: 'dismissed', label: `Dismissed ${formatNumber(group.dismissed)}` },
            ]}
          />
        </Group>
        <ShownMentions
          key={shown}
          caseId={view.caseId}
          group={group}
          shown={shown}
          mentions={mentions}
          open={open}
          onDismiss={setAsked}
        />
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

const Cause = ({ group, onShowCheck }: Pick<MentionsProps, 'group' | 'onShowCheck'>) => {
  const row = checkOf(group.subject);
  return (
    <>
      {causeLabels[group.cause]}.{' '}
      {row === undefined ? (
        'Decides no check on its own.'
      ) : (
        <>
          Is one of them a use?{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => onShowCheck(row)}
          >
            Answer check
          </Anchor>
        </>
      )}
    </>
  );
};

interface ShownMentionsProps {
  readonly caseId: string;
  readonly group: MentionGroup;
  readonly shown: Shown;
  readonly mentions: readonly ListedMention[];
  readonly open: boolean;
  readonly onDismiss: (mention: ListedMention) => void;
}

const ShownMentions = ({ caseId, group, shown, mentions, open, onDismiss }: ShownMentionsProps) => {
  const restore = useRestoreSeveral(caseId, 'mention');
  const wanted = useMemo(
    () => mentions.filter(({ dismissed }) => (dismissed === undefined) === (shown === 'open')),
    [mentions, shown],
  );
  if (wanted.length === 0) {
    return (
      <Text c="dimmed" role="status">
        {shown === 'open' ? 'Nothing left to review in this group.' : 'No dismissed mentions.'}
      </Text>
    );
  }
  return (
    <MentionTable
      caseId={caseId}
      group={group}
      mentions={wanted}
      kind={shown}
      open={open}
      onDismiss={onDismiss}
      onRestore={({ id, dismissed }) => restore.mutate([{ id, reason: dismissed?.reason }])}
    />
  );
};
