import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface TextLinkProps extends AnchorProps {
  readonly to: string;
  /** All of what is cut off. */
  readonly title?: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A link to another screen, within text or a table. */
export const TextLink = ({ to, children, ...props }: TextLinkProps) => (
  <Anchor component={Link} to={to} underline="always" style={{ overflowWrap: 'anywhere' }} {...props}>
    {children}
  </Anchor>
);
