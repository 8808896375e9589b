import { formatBytes } from '#contract/format.ts';
import '@mantine/dropzone/styles.css';
import { Button, Group, Progress, SegmentedControl, Stack, Switch, Text, Textarea } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import classes from './import-source.module.css';
import { type Sending, type TokenSource, useTokenSource } from './token-source.ts';

interface ImportSourceProps {
  readonly source: TokenSource | undefined;
  readonly isBusy: boolean;
  readonly onSource: (source: TokenSource) => void;
  readonly onAnother: () => void;
}

/** Where the list comes from: a file that is dropped or chosen, or what was copied from a spreadsheet. */
export const ImportSource = ({ source, isBusy, onSource, onAnother }: ImportSourceProps) => {
  const [how, setHow] = useState('file');
  const { sending, error, takeFile, takeText } = useTokenSource(onSource);
  const takeFirst = (files: readonly File[]): void => {
    const [file] = files;
    if (file !== undefined) takeFile(file);
  };
  return (
    <Section
      title="The list"
      level={3}
      description="CSV, JSON or JSON lines, one row for each customer's connection. Tokens are sealed as they are read: they are never shown again, logged or exported."
      {...(source !== undefined
        ? {
            actions: (
              <Button variant="default" disabled={isBusy} onClick={onAnother}>
                Choose another list
              </Button>
            ),
          }
        : {})}
    >
      {/* Unseen until something is dragged: it must not take the focus, nor be read out. */}
      <Dropzone.FullScreen
        active={!isBusy && sending === undefined}
        multiple={false}
        activateOnKeyboard={false}
        aria-hidden
        onDrop={takeFirst}
      >
        <Group justify="center" mih="calc(100dvh - 80px)">
          <Text size="xl">Drop the list of tokens anywhere</Text>
        </Group>
      </Dropzone.FullScreen>
      <Stack>
        {error !== undefined && <ErrorNotice title="The file was not taken in" error={error} />}
        {sending !== undefined && <SendingFile sending={sending} />}
        {source !== undefined && (
          <Text role="status">
            <strong>{source.name}</strong>, {formatBytes(source.size)}
          </Text>
        )}
        {source === undefined && sending === undefined && (
          <>
            <SegmentedControl
              aria-label="Where the list comes from"
              w="fit-content"
              value={how}
              onChange={setHow}
              data={[
                { value: 'file', label: 'A file' },
                { value: 'text', label: 'Pasted text' },
              ]}
            />
            {how === 'file' ? <FileField onFiles={takeFirst} /> : <TextField onText={takeText} />}
          </>
        )}
      </Stack>
    </Section>
  );
};

const FileField = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => (
  <Dropzone
    multiple={false}
    onDrop={onFiles}
    aria-label="Drop the list here, or choose it"
    inputProps={{ 'aria-label': 'List of tokens' }}
  >
    <Group justify="center" gap="md" mih={110} style={{ pointerEvents: 'none' }}>
      <IconFileImport size={36} stroke={1.5} aria-hidden />
      <Stack gap={2}>
        <Text fw={600}>Drop the list here, or choose it</Text>
        <Text c="dimmed">It is checked first. Nothing is kept before you say so.</Text>
      </Stack>
    </Group>
  </Dropzone>
);

/** The text holds tokens: it stays in this component, never in the page's storage. */
const TextField = ({ onText }: { onText: (text: string) => void }) => {
  const [text, setText] = useState('');
  const [isShown, setShown] = useState(false);
  return (
    <Stack gap="sm" align="flex-start">
      <Textarea
        w="100%"
        label="Rows"
        description="With their headers in the first line, as copied from a spreadsheet or a CSV file."
        autosize
        minRows={6}
        maxRows={14}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: isShown ? classes.text : classes.masked }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Switch
        label="Show the text"
        description="It holds tokens: others may see the screen."
        checked={isShown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
      <Button disabled={text.trim() === ''} onClick={() => onText(text)}>
        Check the rows
      </Button>
    </Stack>
  );
};

const SendingFile = ({ sending: { name, sent, size, cancel } }: { sending: Sending }) => (
  <Stack gap={6}>
    <Group justify="space-between">
      <Text role="status">
        Sending {name} to the desk: {formatBytes(sent)} of {formatBytes(size)}
      </Text>
      <Button size="xs" variant="default" onClick={cancel}>
        Cancel
      </Button>
    </Group>
    <Progress value={size === 0 ? 100 : (100 * sent) / size} aria-label="Sending the file" />
  </Stack>
);
