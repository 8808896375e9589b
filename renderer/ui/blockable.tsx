import { Menu, type MenuItemProps, Text, Tooltip } from '@mantine/core';
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode } from 'react';

/** What a control must take to be blocked; those of Mantine and of `ui` do. */
interface BlockedProps {
  readonly 'aria-disabled'?: boolean;
  readonly 'aria-description'?: string;
  readonly 'data-disabled'?: boolean;
  readonly title?: string | undefined;
  readonly onClick?: (event: MouseEvent) => void;
}

interface BlockableProps {
  /** Why it can't be used now; undefined: it can. */
  readonly blocked: string | undefined;
  /** A button. */
  readonly children: ReactElement;
}

const prevent = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * A button that says why it can't be used, to the pointer, the keyboard and screen readers. It keeps the focus, which an
 * element with `disabled` loses; the press of its form's Enter key ends at it, too.
 */
export const Blockable = ({ blocked, children }: BlockableProps) => (
  <Tooltip
    label={blocked}
    disabled={blocked === undefined}
    events={{ hover: true, focus: true, touch: true }}
    multiline
    maw={320}
  >
    {blocked === undefined
      ? children
      : cloneElement(children as ReactElement<BlockedProps>, {
          'aria-disabled': true,
          'aria-description': blocked,
          'data-disabled': true,
          title: undefined,
          onClick: prevent,
        })}
  </Tooltip>
);

interface BlockableItemProps extends MenuItemProps {
  /** Why it can't be used now; undefined: it can. */
  readonly blocked: string | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** The same for an item of a menu: arrow keys reach it, and the reason stands under it. */
export const BlockableItem = ({ blocked, onClick, children, ...item }: BlockableItemProps) =>
  blocked === undefined ? (
    <Menu.Item {...item} onClick={onClick}>
      {children}
    </Menu.Item>
  ) : (
    <Menu.Item
      {...item}
      c="dimmed"
      aria-disabled
      aria-description={blocked}
      closeMenuOnClick={false}
      onClick={prevent}
    >
      {children}
      <Text size="xs" aria-hidden>
        {blocked}
      </Text>
    </Menu.Item>
  );

/** For a field: it can't be changed, and says why under its label. Spread over the field, after its own description. */
export const blockedField = (blocked: string | undefined): { disabled?: true; description?: string } =>
  blocked === undefined ? {} : { disabled: true, description: blocked };

/** The same for what has no place for a description, such as the box of a row. */
export const blockedBox = (
  blocked: string | undefined,
): { disabled?: true; title?: string; 'aria-description'?: string } =>
  blocked === undefined ? {} : { disabled: true, title: blocked, 'aria-description': blocked };
