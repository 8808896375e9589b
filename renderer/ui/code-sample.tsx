import { Button, Menu, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { sampleLanguages } from '#contract/cutover.ts';
import { languageLabels, useCodeSamples } from '#renderer/lib/code-samples.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { CodeBlock } from './code-block.tsx';
import { Loaded } from './loaded.tsx';

/** The integrator's language, kept for this person. */
export const SampleLanguage = () => {
  const [language, setLanguage] = usePreference('language');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          c="var(--text)"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <VisuallyHidden>Code samples in </VisuallyHidden>
          {languageLabels[language]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sampleLanguages.map((one) => (
          <Menu.Item
            key={one}
            rightSection={one === language && <IconCheck size={14} role="img" aria-label="chosen" />}
            onClick={() => setLanguage(one)}
          >
            {languageLabels[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

/** How the integrator's code does it, in the chosen language. */
export const CodeSample = ({ topic }: { readonly topic: string }) => {
  const [language] = usePreference('language');
  return (
    <Loaded query={useCodeSamples(topic)} text="Loading sample…">
      {({ samples }) => {
        const text = samples[language];
        return (
          <Stack gap={4}>
            {text === undefined ? (
              <Text c="dimmed">No sample in {languageLabels[language]}.</Text>
            ) : (
              <CodeBlock text={text.trimEnd()} what={`${languageLabels[language]} sample`} maxHeight={420} />
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
};
