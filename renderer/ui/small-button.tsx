import { Button, type ButtonProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

/** Without `disabled`: `Blockable` says why, too. */
type Props = Omit<ButtonProps, 'disabled'> & Omit<ComponentProps<'button'>, keyof ButtonProps>;

/** A button with an icon; the main one of its screen, unless it is given a `variant`. */
export const IconButton = ({ icon: Icon, ...props }: Props & { readonly icon: TablerIcon }) => (
  <Button leftSection={<Icon size={16} aria-hidden />} {...props} />
);

/** A secondary button beside content. */
export const SmallButton = ({ icon: Icon, ...props }: Props & { readonly icon?: TablerIcon }) => (
  <Button size="xs" variant="default" leftSection={Icon && <Icon size={14} aria-hidden />} {...props} />
);

/** A button in a row of a table or list. */
export const RowButton = (props: Props) => <Button size="compact-sm" variant="default" {...props} />;
