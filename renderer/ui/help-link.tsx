import { Anchor } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { type HelpTopic, helpAddress, openHelp } from '#renderer/lib/help.ts';

/** Opens a topic beside the screen; in another tab, as any link can be, on a screen of its own. */
export const helpLinkProps = (topic: HelpTopic) => ({
  href: helpAddress(topic),
  onClick: (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openHelp(topic);
  },
});

export const HelpLink = ({
  topic,
  children,
}: {
  readonly topic: HelpTopic;
  readonly children: ReactNode;
}) => (
  <Anchor size="xs" underline="always" {...helpLinkProps(topic)}>
    {children}
  </Anchor>
);
