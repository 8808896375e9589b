import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleDot,
  IconCircleX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** What a state means to the person, which its colour follows. */
export type Tone = 'good' | 'bad' | 'attention' | 'active' | 'neutral';

const looks = {
  good: { color: 'teal', mark: 'success-mark', Icon: IconCircleCheck },
  bad: { color: 'red', mark: 'danger-mark', Icon: IconCircleX },
  attention: { color: 'orange', mark: 'warning-mark', Icon: IconAlertTriangle },
  active: { color: 'blue', mark: 'accent-text', Icon: IconCircleDot },
  neutral: { color: 'gray', mark: 'text-3', Icon: IconCircle },
} as const satisfies Readonly<Record<Tone, unknown>>;

interface StatusBadgeProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly title?: string;
  /** Instead of that of the tone. */
  readonly icon?: typeof IconCircle | undefined;
}

/** A state as icon and word on a tint; in tables its tint is left out. */
export const StatusBadge = ({ tone, children, title, icon }: StatusBadgeProps) => {
  const { color, mark, Icon: ofTone } = looks[tone];
  const Icon = icon ?? ofTone;
  return (
    <Badge
      color={color}
      title={title}
      leftSection={<Icon size={14} stroke={1.8} aria-hidden />}
      data-tone={tone}
      miw="max-content"
      style={{ flexShrink: 0, '--mark': `var(--${mark})` }}
    >
      {children}
    </Badge>
  );
};
