import { Button, type ButtonProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Blockable } from './blockable.tsx';
import { useBlockedHere } from './needs-role.tsx';

/** Without `disabled`: `Blockable` says why, too. */
type Props = Omit<ButtonProps, 'disabled'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    /**
     * It changes something, or opens what does: blocked for a person without the role for it. Left out, a button that
     * waits for a request does.
     */
    readonly changes?: boolean;
  };

/** A button as Mantine has it, for changes. */
export const ActionButton = ({ changes, ...props }: Props) => {
  const here = useBlockedHere();
  const blocked = (changes ?? props.loading !== undefined) ? here : undefined;
  const button = <Button {...props} />;
  // Alone, where nothing is to be said: a tooltip may be around it.
  return blocked === undefined ? button : <Blockable blocked={blocked}>{button}</Blockable>;
};

/** A button with an icon; the main one of its screen, unless it is given a `variant`. */
export const IconButton = ({ icon: Icon, ...props }: Props & { readonly icon: TablerIcon }) => (
  <ActionButton leftSection={<Icon size={16} aria-hidden />} {...props} />
);

/** A secondary button beside content. */
export const SmallButton = ({ icon: Icon, ...props }: Props & { readonly icon?: TablerIcon }) => (
  <ActionButton size="xs" variant="default" leftSection={Icon && <Icon size={14} aria-hidden />} {...props} />
);

/** A button in a row of a table or list. */
export const RowButton = (props: Props) => <ActionButton size="compact-sm" variant="default" {...props} />;
