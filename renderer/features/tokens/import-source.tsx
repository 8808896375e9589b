import '@mantine/dropzone/styles.css';
import { Button, Group, SegmentedControl, Stack, Switch, Text, Textarea } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes } from '#contract/format.ts';
import { useIdentity } from '#renderer/lib/identity-query.ts';
import { useOfferedFiles } from '#renderer/lib/offered-files.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { SealCommand } from '#renderer/ui/seal-command.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SendingFile } from '#renderer/ui/sending-file.tsx';
import classes from './import-source.module.css';
import { type TokenSource, useTokenSource } from './token-source.ts';

interface ImportSourceProps {
  readonly source: TokenSource | undefined;
  readonly isBusy: boolean;
  readonly onSource: (source: TokenSource) => void;
  readonly onAnother: () => void;
}

/** A file, dropped or chosen, or text pasted from a spreadsheet. */
export const ImportSource = ({ source, isBusy, onSource, onAnother }: ImportSourceProps) => {
  const { sending, error, takeFile, takeText } = useTokenSource(onSource);
  const takeFirst = ([file]: readonly File[]): void => file && takeFile(file);
  useOfferedFiles('tokens', isBusy ? undefined : takeFirst);
  return (
    <Section
      title="Token list"
      description="Tokens are sealed as they are read, and never shown, logged or exported."
      actions={
        source && (
          <Blockable blocked={isBusy ? 'The list is being read.' : undefined}>
            <Button variant="default" onClick={onAnother}>
              Choose another file
            </Button>
          </Blockable>
        )
      }
    >
      {/* Invisible until something is dragged: neither focusable nor read out. */}
      <Dropzone.FullScreen
        active={!isBusy && sending === undefined}
        multiple={false}
        activateOnKeyboard={false}
        aria-hidden
        onDrop={takeFirst}
      >
        <Group justify="center" mih="calc(100dvh - 80px)">
          <Text size="xl">Drop token list</Text>
        </Group>
      </Dropzone.FullScreen>
      <Stack>
        {error !== undefined && <ErrorNotice title="File not read" error={error} />}
        {sending && <SendingFile sending={sending} />}
        {source && (
          <Text role="status">
            <strong>{source.name}</strong>, {formatBytes(source.size)}
          </Text>
        )}
        {!source && !sending && <SourceFields onFiles={takeFirst} onText={takeText} />}
      </Stack>
    </Section>
  );
};

interface SourceFieldsProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onText: (text: string) => void;
}

const SourceFields = ({ onFiles, onText }: SourceFieldsProps) => {
  const [from, setFrom] = useState('file');
  const { data } = useIdentity();
  return (
    <>
      <SegmentedControl
        aria-label="Source"
        w="fit-content"
        value={from}
        onChange={setFrom}
        data={[
          { value: 'file', label: 'File' },
          { value: 'text', label: 'Pasted text' },
        ]}
      />
      {from === 'file' ? <FileField onFiles={onFiles} /> : <TextField onText={onText} />}
      {data && <SealCommand recipient={data.sealing.recipient} />}
    </>
  );
};

const FileField = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => (
  <Dropzone
    multiple={false}
    onDrop={onFiles}
    aria-label="Drop the list here or choose a file"
    inputProps={{ 'aria-label': 'List of tokens' }}
    bg="none"
    bd="1px dashed var(--border-strong)"
  >
    <Group justify="center" gap="md" mih={72} style={{ pointerEvents: 'none' }}>
      <IconFileImport size={24} stroke={1.6} aria-hidden />
      <Stack gap={2}>
        <Text fw={600}>Drop the list here or choose a file</Text>
        <Text c="dimmed">
          CSV, JSON or JSON Lines, plain or sealed (.age), one row per company connection
        </Text>
      </Stack>
    </Group>
  </Dropzone>
);

/** The text contains tokens: kept in this component, never as a draft. */
const TextField = ({ onText }: { onText: (text: string) => void }) => {
  const [text, setText] = useState('');
  const [isShown, setShown] = useState(false);
  return (
    <Stack gap="sm" align="flex-start">
      <Textarea
        w="100%"
        label="Rows"
        description="Headers in the first line"
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
        label="Show text"
        description="Contains tokens"
        checked={isShown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
      <Blockable blocked={text.trim() === '' ? 'Paste rows first.' : undefined}>
        <Button onClick={() => onText(text)}>Check rows</Button>
      </Blockable>
    </Stack>
  );
};
