import { CloseButton, NativeSelect, Text } from '@mantine/core';
import { IconEqualNot } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { Attempt } from '#contract/message.ts';
import { formatOutcome } from '#renderer/lib/delivery-labels.ts';
import { exactTime } from '#renderer/lib/format.ts';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { BodyDiff } from './body-diff.tsx';
import classes from './compare.module.css';
import { type ComparedField, compareFields } from './compare-fields.ts';
import type { Pair } from './pair.ts';

interface CompareAttemptsProps {
  readonly attempts: readonly Attempt[];
  readonly pair: Pair;
  readonly onPair: (pair: Pair) => void;
  readonly onClose: () => void;
}

/** Two attempts of a delivery side by side: what differs, and on request what is equal. */
export const CompareAttempts = ({ attempts, pair, onPair, onClose }: CompareAttemptsProps) => {
  const [showsEqual, setShowsEqual] = useState(false);
  const a = attempts.find(({ id }) => id === pair.a);
  const b = attempts.find(({ id }) => id === pair.b);
  if (a === undefined || b === undefined) return undefined;
  const fields = compareFields(a, b, exactTime);
  const differing = fields.filter(({ isEqual }) => !isEqual);
  const equal = fields.filter(({ isEqual }) => isEqual);
  return (
    <Section
      title="Compare"
      actions={
        <>
          {equal.length > 0 && (
            <SmallButton
              variant="subtle"
              aria-expanded={showsEqual}
              onClick={() => setShowsEqual(!showsEqual)}
            >
              {showsEqual ? 'Hide equal fields' : `Show ${formatCount(equal.length, 'equal field')}`}
            </SmallButton>
          )}
          <CloseButton size="sm" aria-label="Close comparison" title="Close (Esc)" onClick={onClose} />
        </>
      }
    >
      <table className={classes.table} aria-label="Compared attempts">
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.field}>Field</span>
            </th>
            <th scope="col">
              <Chooser
                letter="A"
                attempts={attempts}
                value={a.id}
                onChange={(id) => onPair({ ...pair, a: id })}
              />
            </th>
            <th aria-hidden />
            <th scope="col">
              <Chooser
                letter="B"
                attempts={attempts}
                value={b.id}
                onChange={(id) => onPair({ ...pair, b: id })}
              />
            </th>
          </tr>
        </thead>
        <tbody>
          {[...differing, ...(showsEqual ? equal : [])].map((field) => (
            <Row key={field.name} field={field} />
          ))}
        </tbody>
      </table>
      {differing.length === 0 && <Text c="dimmed">No differences outside the response body.</Text>}
      <BodyDiff a={a.responseBody} b={b.responseBody} />
    </Section>
  );
};

const Row = ({ field: { name, a, b, isEqual } }: { readonly field: ComparedField }) => (
  <tr>
    <th scope="row">{name}</th>
    <td title={a}>{a ?? <span className={classes.none}>None</span>}</td>
    <td className={classes.sign}>
      {isEqual ? (
        <span role="img" aria-label="equal">
          =
        </span>
      ) : (
        <IconEqualNot size={14} role="img" aria-label="differs" />
      )}
    </td>
    <td title={b}>{b ?? <span className={classes.none}>None</span>}</td>
  </tr>
);

interface ChooserProps {
  readonly letter: 'A' | 'B';
  readonly attempts: readonly Attempt[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

const Chooser = ({ letter, attempts, value, onChange }: ChooserProps) => (
  <span className={classes.chooser}>
    <b className={classes.letter} aria-hidden>
      {letter}
    </b>
    <NativeSelect
      size="xs"
      aria-label={`Attempt ${letter}`}
      value={value}
      data={attempts.map((attempt) => ({
        value: attempt.id,
        label: `Attempt ${attempt.number} · ${formatOutcome(attempt)}`,
      }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </span>
);
