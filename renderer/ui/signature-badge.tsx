import type { Static } from 'typebox';
import type { SignatureVerdict } from '#contract/attempt-check.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

type State = Static<typeof SignatureVerdict>['state'];

const labels = {
  valid: { tone: 'good', text: 'Signature valid' },
  stale: { tone: 'attention', text: 'Signature expired' },
  wrong: { tone: 'bad', text: 'Signature invalid' },
  unsigned: { tone: 'attention', text: 'Not signed' },
} as const satisfies Readonly<Record<State, { tone: string; text: string }>>;

export const SignatureBadge = ({ state, reason }: { state: State; reason?: string }) => (
  <StatusBadge tone={labels[state].tone} {...(reason !== undefined && { title: reason })}>
    {labels[state].text}
  </StatusBadge>
);
