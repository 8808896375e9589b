import type { Static } from 'typebox';
import type { SignatureVerdict } from '#contract/attempt-check.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

type State = Static<typeof SignatureVerdict>['state'];

const words = {
  valid: { tone: 'good', text: 'Signature right' },
  stale: { tone: 'attention', text: 'Signature too old' },
  wrong: { tone: 'bad', text: 'Signature wrong' },
  unsigned: { tone: 'attention', text: 'Not signed' },
} as const satisfies Readonly<Record<State, { tone: string; text: string }>>;

export const SignatureBadge = ({ state }: { state: State }) => (
  <StatusBadge tone={words[state].tone}>{words[state].text}</StatusBadge>
);
