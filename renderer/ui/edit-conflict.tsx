import { Button, Group, Radio, Stack, Text, Title } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import { useEffect, useId, useRef, useState } from 'react';
import type { EditConflict, FieldConflict } from '#contract/edit-conflict.ts';
import { formatList } from '#contract/format.ts';
import type { Choice } from '#renderer/lib/edits.ts';
import classes from './edit-conflict.module.css';
import { Instant } from './instant.tsx';

/** As a person reads a value; undefined: as it is. */
export type ReadsValue = (field: string, value: unknown) => string | undefined;

interface EditConflictProps {
  readonly conflict: EditConflict;
  /** Such as "note". */
  readonly noun: string;
  /** By the name of the field. */
  readonly labels: Readonly<Record<string, string>>;
  readonly reads?: ReadsValue | undefined;
  /** The choices by field, once they are made. */
  readonly onSettle: (choices: Readonly<Record<string, Choice>>) => void;
  readonly onCancel?: (() => void) | undefined;
}

/** Both versions of what two people changed, side by side, to choose from. Nothing is saved before. */
export const EditConflictChoice = (props: EditConflictProps) => {
  const { conflict, noun, labels, reads, onSettle, onCancel } = props;
  const fields = conflict.fields ?? [];
  const [choices, setChoices] = useState(() => initialChoices(fields));
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useId();
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={title}>
      <Stack>
        <Title order={4} size="h3" id={title} ref={heading} tabIndex={-1} className={classes.heading}>
          {formatList(authorsOf(conflict))} changed this {noun} too
        </Title>
        <Text>
          {fields.length === 0
            ? `Nothing is saved yet. Look at the ${noun} as it is now, then continue with yours or cancel.`
            : 'Nothing is saved yet. Choose a version, then save.'}
          <LastChange conflict={conflict} />
        </Text>
        {fields.map((field) => (
          <FieldVersions
            key={field.field}
            versions={field}
            label={labels[field.field] ?? field.field}
            reads={reads}
            choice={choices[field.field] ?? 'yours'}
            onChoice={(choice) => setChoices({ ...choices, [field.field]: choice })}
          />
        ))}
        <Group justify="flex-end" gap="sm">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Discard yours
            </Button>
          )}
          <Button onClick={() => onSettle(choices)}>Continue editing</Button>
        </Group>
      </Stack>
    </section>
  );
};

const LastChange = ({ conflict: { theirs } }: { readonly conflict: EditConflict }) => {
  const last = theirs.at(-1);
  return (
    last && (
      <>
        {' '}
        Changed <Instant at={last.at} />.
      </>
    )
  );
};

/** The merged text has what both wrote. */
const initialChoices = (fields: readonly FieldConflict[]): Record<string, Choice> =>
  Object.fromEntries(
    fields.map(({ field, merged }) => [field, merged === undefined ? 'yours' : 'merged'] as const),
  );

const authorsOf = ({ theirs }: EditConflict): string[] => [...new Set(theirs.map(({ actor }) => actor))];

interface FieldVersionsProps {
  readonly versions: FieldConflict;
  readonly label: string;
  readonly reads: ReadsValue | undefined;
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
}

const FieldVersions = ({ versions, label, reads, choice, onChoice }: FieldVersionsProps) => {
  const { field, base, yours, theirs, merged } = versions;
  const textOf = (value: unknown): string => reads?.(field, value) ?? plainText(value);
  const before = textOf(base);
  return (
    <Radio.Group label={label} value={choice} onChange={(value) => onChoice(value as Choice)}>
      <div className={classes.versions}>
        <Version name="yours" label="Your version" before={before} text={textOf(yours)} />
        <Version name="theirs" label="Their version" before={before} text={textOf(theirs)} />
        {merged !== undefined && (
          <Version name="merged" label="Both, to edit" before={before} text={merged} />
        )}
      </div>
    </Radio.Group>
  );
};

const plainText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return formatList(value.map(String));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

interface VersionProps {
  readonly name: Choice;
  readonly label: string;
  /** What both came from. */
  readonly before: string;
  readonly text: string;
}

const Version = ({ name, label, before, text }: VersionProps) => {
  const described = useId();
  return (
    <div className={classes.version}>
      <Radio value={name} label={label} aria-describedby={described} />
      <Changed id={described} before={before} text={text} />
    </div>
  );
};

/** Longer ones are shown as they are: comparing them would hold up the page. */
const mostCompared = 20_000;

const Changed = ({ id, before, text }: { readonly id: string } & Pick<VersionProps, 'before' | 'text'>) => {
  const isCompared = before.length + text.length <= mostCompared;
  return (
    <div id={id} className={classes.text}>
      {text === '' && <Text c="dimmed">Empty</Text>}
      {isCompared
        ? diffWordsWithSpace(before, text).map(({ added, removed, value }, at) => {
            const Part = added ? 'ins' : removed ? 'del' : 'span';
            // biome-ignore lint/suspicious/noArrayIndexKey: in the order of the text
            return <Part key={at}>{value}</Part>;
          })
        : text}
    </div>
  );
};
