import { Modal, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { EligibilityView, RowResult } from '#contract/eligibility.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { usePerson } from '#renderer/lib/who.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { blockedField } from '#renderer/ui/blockable.tsx';
import { OwnNameInput } from '#renderer/ui/own-name-input.tsx';
import { Term } from '#renderer/ui/term.tsx';
import { type ManualKind, type ManualResult, useSetResult } from './manual-result.ts';

interface ManualResultModalProps {
  readonly caseId: string;
  readonly definition: EligibilityView['rows'][number];
  readonly result: RowResult;
  /** undefined: closed. */
  readonly kind: ManualKind | undefined;
  /** The current one. */
  readonly before: ManualResult | undefined;
  readonly onClose: () => void;
}

const labels = {
  answer: {
    title: 'Answer',
    noteLabel: 'Source of the answer',
    noteHelp: 'Such as who was asked or where it was looked up',
    action: 'Save answer',
    failed: 'Answer not saved',
  },
  override: {
    title: 'Override',
    noteLabel: 'Reason',
    noteHelp: 'Why the evidence is wrong or irrelevant',
    action: 'Override result',
    failed: 'Result not overridden',
  },
} as const;

/** Sets the result of a check by hand: found or not found, by whom, and why. */
export const ManualResultModal = ({ kind, ...props }: ManualResultModalProps) => (
  <Modal
    opened={kind !== undefined}
    onClose={props.onClose}
    title={kind && `${labels[kind].title}: ${props.definition.setup}`}
    size="lg"
  >
    {kind && <ResultForm kind={kind} {...props} />}
  </Modal>
);

type ResultFormProps = ManualResultModalProps & { readonly kind: ManualKind };

const ResultForm = ({ caseId, definition, result, kind, before, onClose }: ResultFormProps) => {
  const { row, absentByAnswer } = definition;
  const saving = useSetResult({ caseId, row, kind }, before);
  const needsEvidence = kind === 'answer' && !absentByAnswer;
  const own = useOwnName();
  const isSignedIn = usePerson() !== undefined;
  // An answer may be what the integrator said; an override is one's own.
  const isOwn = kind === 'override' || !isSignedIn;
  const form = useDraftForm<ManualResult>({
    draft: `case:${caseId}:${kind === 'answer' ? 'answer' : 'overrule'}:${row}`,
    initialValues: {
      state: needsEvidence ? 'present' : 'absent',
      by: isOwn ? own.name : '',
      note: '',
    },
    error: saving.error,
  });
  const close = (): void => {
    form.forget();
    onClose();
  };
  const { noteLabel, noteHelp, action, failed } = labels[kind];
  return (
    <ActionForm
      form={form}
      saving={saving}
      action={action}
      failed={failed}
      onSubmit={({ state, by, note }) =>
        saving.mutate(
          { state, by: isOwn ? own.over(by) : by.trim(), note: note.trim() },
          { onSuccess: close },
        )
      }
      onCancel={onClose}
    >
      <Consequence kind={kind} result={result} />
      <Radio.Group label="Result" {...form.getInputProps('state')}>
        <Stack gap="xs" mt={4}>
          <Radio value="present" label="Found" />
          <Radio
            value="absent"
            label="Not found"
            {...blockedField(
              needsEvidence
                ? 'Needs evidence: check source code or traffic, or override the result.'
                : undefined,
            )}
          />
        </Stack>
      </Radio.Group>
      {isOwn ? (
        <OwnNameInput label="Stated by" data-autofocus {...form.getInputProps('by')} />
      ) : (
        <TextInput
          label="Reported by"
          description="Who said it. The entry also names you."
          required
          data-autofocus
          {...form.getInputProps('by')}
        />
      )}
      <Textarea
        label={noteLabel}
        description={noteHelp}
        required
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps('note')}
      />
    </ActionForm>
  );
};

const Consequence = ({ kind, result }: Pick<ResultFormProps, 'kind' | 'result'>) =>
  kind === 'answer' ? (
    <Text>Evidence that finds the setup outweighs a manual answer.</Text>
  ) : (
    <Text component="div">
      Current result: {formatRowState(result.state)}. An <Term term="override">override</Term> outweighs all
      evidence until something new is found; the migration request names it.
    </Text>
  );
