import { Radio, Text, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { HeaderConflict } from '#contract/cutover.ts';
import { formatCount } from '#contract/format.ts';
import { useDecide } from '#renderer/features/cutover/cutover-calls.ts';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { Blockable, blockedBox } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import layout from './plan.module.css';

interface ConflictPanelProps {
  readonly found: CaseView;
  readonly conflict: HeaderConflict;
  /** How many the header is of. */
  readonly endpoints: number;
}

type Source = 'portal' | 'profile';
interface Choice {
  readonly source: Source;
  readonly label: string;
  readonly text: string;
}

const choices: readonly Choice[] = [
  { source: 'portal', label: 'Portal value', text: 'Sent today; outweighs the profile' },
  { source: 'profile', label: 'Profile value', text: 'Set by API' },
];

/** Two values for one header: which one the endpoints send. */
export const ConflictPanel = ({ found, conflict, endpoints }: ConflictPanelProps) => {
  const own = useOwnName();
  const [use, setUse] = useState<Source>('portal');
  const [typed, setTyped] = useState('');
  const by = own.name === '' ? typed.trim() : own.name;
  const deciding = useDecide(found.id);
  const heading = useId();
  const open = found.state === 'open';
  return (
    <section id="conflict" className={layout.conflict} aria-labelledby={heading}>
      <div className={layout.conflictHead}>
        <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
        <Title order={4} size="h2" id={heading}>
          Conflict: two values for <code>{conflict.header}</code>
        </Title>
        <Text size="sm" c="dimmed">
          {formatCount(endpoints, 'endpoint')} affected
        </Text>
      </div>
      <Radio.Group value={use} onChange={(value) => setUse(value as Source)} aria-labelledby={heading}>
        <div className={layout.options}>
          {choices.map((choice) => (
            <Choice
              key={choice.source}
              choice={choice}
              masked={maskedOf(conflict, choice.source)}
              open={open}
            />
          ))}
          {open && (
            <div className={layout.choose}>
              {own.name === '' && (
                <TextInput
                  label="Decided by"
                  required
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
              )}
              <Blockable blocked={by === '' ? 'Enter who decided it.' : undefined}>
                <ActionButton
                  loading={deciding.isPending}
                  onClick={() => deciding.mutate({ header: conflict.header, use, by })}
                >
                  Use {use} value
                </ActionButton>
              </Blockable>
            </div>
          )}
        </div>
      </Radio.Group>
      {deciding.error && <ErrorNotice title="Not decided" error={deciding.error} />}
    </section>
  );
};

interface ChoiceProps {
  readonly choice: Choice;
  readonly masked: string;
  readonly open: boolean;
}

const Choice = ({ choice: { source, label, text }, masked, open }: ChoiceProps) => (
  <Radio.Card
    value={source}
    className={layout.option}
    {...blockedBox(open ? undefined : 'The case is not open.')}
    aria-label={`${label}, ${masked}`}
  >
    <Radio.Indicator />
    <span className={layout.optionText}>
      <Text component="span" fw={500}>
        {label}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        {text}
      </Text>
    </span>
    <code>{masked}</code>
  </Radio.Card>
);

const maskedOf = ({ values }: HeaderConflict, source: Source): string =>
  values.find((value) => value.source === source)?.masked ?? '–';
