import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Logo } from '#renderer/app/logo.tsx';
import { nameOfDesk, useDesks, useShownTeam } from '#renderer/lib/desks.ts';
import { Worded } from '#renderer/ui/worded.tsx';
import classes from './desk-switcher.module.css';
import { openConnect, openRemove } from './dialogs.ts';
import { localDeskName, showDesk } from './show-desk.ts';

/** Which desk the app shows, and the way to the others. */
export const DeskSwitcher = () => {
  const desks = useDesks();
  const shown = useShownTeam();
  const name = shown === undefined ? localDeskName : nameOfDesk(shown);
  return (
    <Menu position="bottom-start" width={280} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.target} data-in-palette="no" title={name}>
          {shown === undefined ? <Logo /> : <Tile name={name} />}
          <VisuallyHidden>Desk: </VisuallyHidden>
          <span className={classes.name}>{name}</span>
          <IconSelector className={classes.arrows} size={14} stroke={1.8} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {desks?.problem !== undefined && (
          <Text className={classes.problem} size="sm">
            <Worded text={desks.problem} />
          </Text>
        )}
        <Desk
          mark={<Logo />}
          name={localDeskName}
          description="On this machine"
          isShown={shown === undefined}
          onShow={() => showDesk(undefined)}
        />
        {desks?.teams.map((desk) => (
          <div key={desk.id} className={classes.row}>
            <Desk
              mark={<Tile name={nameOfDesk(desk)} />}
              name={nameOfDesk(desk)}
              description={desk.person?.name ?? 'Signed out'}
              isShown={desk.isShown}
              onShow={() => showDesk(desk.id)}
            />
            <Menu.Item
              className={classes.remove}
              aria-label={`Remove ${nameOfDesk(desk)}…`}
              title="Remove…"
              onClick={() => openRemove(desk)}
            >
              <IconTrash size={14} aria-hidden />
            </Menu.Item>
          </div>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={openConnect}>
          Connect to a team desk…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

interface DeskProps {
  readonly mark: ReactNode;
  readonly name: string;
  readonly description: string;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

const Desk = ({ mark, name, description, isShown, onShow }: DeskProps) => (
  <Menu.Item
    className={classes.desk}
    classNames={{ itemLabel: classes.text }}
    title={name}
    leftSection={mark}
    rightSection={isShown && <IconCheck size={16} aria-hidden />}
    {...(isShown ? { 'aria-current': 'true' as const } : { onClick: onShow })}
  >
    <span className={classes.name}>{name}</span>
    <Text span className={classes.description} size="sm" c="dimmed">
      {description}
    </Text>
  </Menu.Item>
);

/** Tells desks apart where there is room for nothing else. */
const Tile = ({ name }: { readonly name: string }) => (
  <span className={classes.tile} aria-hidden>
    {name.charAt(0).toUpperCase()}
  </span>
);
