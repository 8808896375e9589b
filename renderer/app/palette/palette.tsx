import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { searchMaxLength } from '#contract/common.ts';
import { KeyNames } from '#renderer/ui/key-names.tsx';
import classes from './palette.module.css';
import { listId, optionId, PaletteList } from './palette-list.tsx';
import { closePalette, paletteStore } from './palette-store.ts';
import { usePalette } from './use-palette.ts';

const label = 'Search or run a command';

/** Screens, cases, rows, messages, endpoints, topics of Help and every action, by keyboard: Ctrl or Cmd + K. */
export const Palette = () => {
  const opened = useStore(paletteStore, (state) => state.opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={closePalette}
      size={640}
      yOffset="10vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={label} radius="lg">
        <Content />
      </Modal.Content>
    </Modal.Root>
  );
};

const page = 8;

const Content = () => {
  const palette = usePalette();
  const { text, active } = palette;
  const input = useRef<HTMLInputElement>(null);
  // At once: the first letter may follow Ctrl+K before the dialog would give it the focus.
  useLayoutEffect(() => input.current?.focus(), []);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const by = moves[event.key];
    if (by !== undefined) palette.move(by);
    else if (event.key === 'Enter') palette.enter();
    else if (event.key === 'Escape') closePalette();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.head}>
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <input
          ref={input}
          className={classes.input}
          data-autofocus
          // Esc closes the palette alone, not also a dialog below it.
          data-mantine-stop-propagation="true"
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={active && optionId(active)}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={searchMaxLength}
          value={text}
          onChange={(event) => palette.type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList {...palette} />
      <footer className={classes.foot} aria-hidden>
        <KeyNames keys={['ArrowUp', 'ArrowDown']} /> move
        <KeyNames keys="Enter" /> choose
        <KeyNames keys="Escape" /> close
      </footer>
    </>
  );
};
