import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface LinkButtonProps extends ButtonProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to another screen that looks like a button. */
export const LinkButton = (props: LinkButtonProps) => (
  <Button component={Link} variant="default" {...props} />
);
