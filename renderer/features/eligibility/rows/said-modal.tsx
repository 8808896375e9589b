import { Button, Group, Modal, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { preferences } from '#renderer/lib/preferences.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';

export interface Said {
  readonly state: 'present' | 'absent';
  readonly by: string;
  readonly words: string;
}

interface SaidModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What follows from it. */
  readonly text: ReactNode;
  /** Why "absent" can't be chosen; undefined: it can. */
  readonly whyNotAbsent?: string | undefined;
  /** Of the field for words, such as "How do they know?" */
  readonly wordsLabel: string;
  readonly wordsHelp: string;
  /** What the button does. */
  readonly action: string;
  /** Unique: what is typed is kept under it. */
  readonly draft: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (said: Said, forget: () => void) => void;
}

/** What a person says about a check: found or not found, who, and why. */
export const SaidModal = (props: SaidModalProps) => (
  <Modal opened={props.opened} onClose={props.onClose} title={props.title} size="lg">
    {props.opened && <SaidForm key={props.draft} {...props} />}
  </Modal>
);

const SaidForm = ({ draft, onSubmit, onClose, ...props }: SaidModalProps) => {
  const empty: Said = {
    state: props.whyNotAbsent === undefined ? 'absent' : 'present',
    by: preferences.getState().actor,
    words: '',
  };
  const [said, setSaid, forget] = useDraft<Said>(draft, empty);
  const complete = said.by.trim() !== '' && said.words.trim() !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) onSubmit({ ...said, by: said.by.trim(), words: said.words.trim() }, forget);
      }}
    >
      <Stack>
        <Text component="div">{props.text}</Text>
        <Radio.Group
          label="Result"
          value={said.state}
          onChange={(state) => setSaid({ ...said, state: state === 'present' ? 'present' : 'absent' })}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="present" label="Found" />
            <Radio
              value="absent"
              label="Not found"
              disabled={props.whyNotAbsent !== undefined}
              description={props.whyNotAbsent}
            />
          </Stack>
        </Radio.Group>
        <TextInput
          label="Who says so"
          description="The person, as it stands on record."
          required
          data-autofocus
          value={said.by}
          onChange={(event) => setSaid({ ...said, by: event.currentTarget.value })}
        />
        <Textarea
          label={props.wordsLabel}
          description={props.wordsHelp}
          required
          autosize
          minRows={2}
          maxRows={10}
          value={said.words}
          onChange={(event) => setSaid({ ...said, words: event.currentTarget.value })}
        />
        {props.error ? <ErrorNotice title="It is not on record" error={props.error} /> : undefined}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={props.busy} disabled={!complete}>
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
