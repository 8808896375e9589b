import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleMinus, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '#renderer/lib/api.ts';
import type { FirstState } from '#renderer/lib/first-migration.ts';
import { offerFiles } from '#renderer/lib/offered-files.ts';
import classes from './first-steps.module.css';
import { notifyFailed } from './notify.tsx';
import { SaveButton } from './save-button.tsx';
import { SmallButton } from './small-button.tsx';
import { TextLink } from './text-link.tsx';

const states = {
  done: { Icon: IconCircleCheck, word: 'Done' },
  skipped: { Icon: IconCircleMinus, word: 'Skipped' },
  open: { Icon: IconCircleDashed, word: 'Open' },
} as const;

interface FirstStepsProps {
  readonly steps: readonly FirstState[];
  /** The sample case; undefined: there is none yet. */
  readonly caseId: string | undefined;
  /** The person goes to where a step is done. */
  readonly onGo?: () => void;
}

/** The steps of a first migration with what the facts say of each, the next one explained. */
export const FirstSteps = ({ steps, caseId, onGo }: FirstStepsProps) => (
  <ol className={classes.list} aria-label="First migration">
    {steps.map((step, at) => {
      const { Icon, word } = states[step.state];
      return (
        <li key={step.id} className={classes.step} data-state={step.state}>
          <span className={classes.icon}>
            <Icon size={16} stroke={1.6} role="img" aria-label={word} />
          </span>
          <div>
            <div className={classes.title}>
              {at + 1}. {step.title}
            </div>
            {step.state === 'open' && caseId !== undefined && (
              <StepHelp step={step} caseId={caseId} {...(onGo && { onGo })} />
            )}
          </div>
        </li>
      );
    })}
  </ol>
);

interface StepHelpProps extends Pick<FirstStepsProps, 'onGo'> {
  readonly step: FirstState;
  readonly caseId: string;
}

const StepHelp = ({ step, caseId, onGo }: StepHelpProps) => (
  <>
    <Text size="sm" my={4}>
      <Named text={step.text} />
    </Text>
    <Group gap="xs">
      <TextLink to={placeOf(step, caseId)} {...(onGo && { onClick: onGo })}>
        Open screen
      </TextLink>
      {step.files && <SampleFiles step={step} caseId={caseId} {...(onGo && { onGo })} />}
    </Group>
  </>
);

const placeOf = ({ place }: FirstState, caseId: string): string =>
  place.startsWith('/') ? place : `/cases/${caseId}/${place}`;

const pathOf = (name: string): string => `/api/sample/files/${name}`;

/** Brings the files into the screen of the step, or saves them. */
const SampleFiles = ({ step, caseId, onGo }: StepHelpProps) => {
  const go = useNavigate();
  const files = step.files ?? [];
  const using = useMutation({
    mutationFn: () =>
      Promise.all(files.map(async (name) => new File([(await api.file(pathOf(name))).bytes], name))),
    onSuccess: (read) => {
      offerFiles({ place: step.id === 'import' ? 'tokens' : 'check', files: read });
      onGo?.();
      return go(placeOf(step, caseId));
    },
    onError: (error) => notifyFailed('Sample files not read', error),
  });
  return (
    <>
      <SmallButton icon={IconUpload} changes={false} loading={using.isPending} onClick={() => using.mutate()}>
        {files.length === 1 ? 'Use sample file' : 'Use sample files'}
      </SmallButton>
      {files.map((name) => (
        <SaveButton key={name} size="xs" variant="subtle" path={pathOf(name)} name={name}>
          {name}
        </SaveButton>
      ))}
    </>
  );
};

/** Names of controls are between `**`. */
const Named = ({ text }: { readonly text: string }) =>
  text.split('**').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
      <strong key={at}>{part}</strong>
    ) : (
      part
    ),
  );
