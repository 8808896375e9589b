import { Code, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReviewSelection } from '#contract/dismissal.ts';
import { formatCount } from '#contract/format.ts';
import { useDismissSeveral } from '#renderer/features/eligibility/dismissing/dismissal-calls.ts';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import {
  dismissalText,
  groupKey,
  type ListedMention,
  type MentionGroup,
  mentionsOf,
  type Reach,
  reachesOf,
} from './groups.ts';

interface DismissMentionsModalProps {
  readonly caseId: string;
  readonly results: readonly ListedMention[];
  /** One of them, or the whole group. */
  readonly what: ListedMention | MentionGroup;
  readonly onClose: () => void;
}

/** Dismisses one mention, all of its file or all of its group, with a reason. */
export const DismissMentionsModal = ({ caseId, results, what, onClose }: DismissMentionsModalProps) => {
  const mention = 'id' in what ? what : undefined;
  const [reach, setReach] = useState<Reach>(mention === undefined ? 'group' : 'mention');
  const dismiss = useDismissSeveral(caseId, 'mention');
  const { scope, subject, cause } = what;
  const group = { scope, subject, cause };
  const open = mentionsOf(results, what).filter(({ dismissed }) => dismissed === undefined);
  const chosen = open.filter(
    ({ id, file }) => reach === 'group' || (reach === 'file' ? file === mention?.file : id === mention?.id),
  );
  const selection: ReviewSelection =
    mention === undefined || reach === 'group'
      ? { filter: group }
      : reach === 'file'
        ? { filter: { ...group, file: mention.file } }
        : { ids: [mention.id] };
  return (
    <ReasonModal
      opened
      onClose={onClose}
      title={mention === undefined ? `Dismiss ${formatCount(open.length, 'mention')}` : 'Dismiss mention'}
      text={
        <Stack gap="sm">
          <Text>{dismissalText(what)}</Text>
          {mention && <Code style={{ overflowWrap: 'anywhere' }}>{mention.excerpt.trim()}</Code>}
          {mention && <ReachChoice mention={mention} results={results} reach={reach} onChange={setReach} />}
        </Stack>
      }
      action={chosen.length === 1 ? 'Dismiss mention' : `Dismiss ${formatCount(chosen.length, 'mention')}`}
      draft={`case:${caseId}:dismiss-mentions:${mention?.id ?? groupKey(what)}`}
      busy={dismiss.isPending}
      error={dismiss.error}
      onSubmit={(reason, forget) =>
        dismiss.mutate(
          { selection, reason },
          {
            onSuccess: () => {
              forget();
              onClose();
            },
          },
        )
      }
    />
  );
};

interface ReachChoiceProps {
  readonly mention: ListedMention;
  readonly results: readonly ListedMention[];
  readonly reach: Reach;
  readonly onChange: (reach: Reach) => void;
}

const ReachChoice = ({ mention, results, reach, onChange }: ReachChoiceProps) => {
  const reaches = reachesOf(mention, results);
  if (reaches.length < 2) return null;
  return (
    <Radio.Group label="Dismiss" value={reach} onChange={(value) => onChange(value as Reach)}>
      <Stack gap={6} mt={4}>
        {reaches.map((option) => (
          <Radio
            key={option.reach}
            value={option.reach}
            label={reachLabel(option.reach, option.count, mention)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
};

const reachLabel = (reach: Reach, count: number, { file, line }: ListedMention): string => {
  if (reach === 'mention') return `Line ${line} of ${file}`;
  return reach === 'file' ? `All ${count} in ${file}` : `All ${count} of this group`;
};
