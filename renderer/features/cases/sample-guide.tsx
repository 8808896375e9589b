import { Drawer, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook2 } from '@tabler/icons-react';
import type { CaseView } from '#contract/case.ts';
import { sampleCaseName } from '#contract/sample-name.ts';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import classes from './notes.module.css';

/** The first note of the sample case, which guides through its screens. */
export const SampleGuide = ({ found }: { found: CaseView }) => {
  const [opened, { open, close }] = useDisclosure(false);
  const [guide] = found.notes;
  if (found.name !== sampleCaseName || guide === undefined) return undefined;
  return (
    <>
      <SmallButton icon={IconBook2} onClick={open}>
        Sample guide
      </SmallButton>
      <Drawer opened={opened} onClose={close} title="Sample guide" position="right" size="lg">
        <Text className={classes.text}>{guide.text}</Text>
      </Drawer>
    </>
  );
};
