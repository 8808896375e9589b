import { Modal, Stack, Table } from '@mantine/core';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Shortcut, useShortcutGroups } from '#renderer/lib/shortcuts.ts';
import { KeyNames } from '#renderer/ui/key-names.tsx';
import { Section, SectionLevel } from '#renderer/ui/section.tsx';

const list = createStore<{ readonly opened: boolean }>()(() => ({ opened: false }));

export const openShortcuts = (): void => list.setState({ opened: true });
const close = (): void => list.setState({ opened: false });

type Keyed = Shortcut & Required<Pick<Shortcut, 'keys'>>;
const hasKeys = (shortcut: Shortcut): shortcut is Keyed => shortcut.keys !== undefined;

/** What Mantine does itself in every dialog, menu and list. */
const builtIn: readonly Pick<Keyed, 'label' | 'keys'>[] = [
  { label: 'Close a dialog or menu', keys: 'Escape' },
];

/** The shortcuts that work on this screen, its own first. */
export const ShortcutList = () => {
  const { opened } = useStore(list);
  return (
    <Modal opened={opened} onClose={close} title="Keyboard shortcuts" size="lg">
      <Groups />
    </Modal>
  );
};

const Groups = () => {
  const groups = useShortcutGroups()
    .map(({ name, shortcuts }) => ({ name, shortcuts: shortcuts.filter(hasKeys) }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
  return (
    <SectionLevel value={3}>
      <Stack>
        {[...groups, { name: 'Dialogs', shortcuts: builtIn }].map(({ name, shortcuts }) => (
          <Section key={name} title={name}>
            <Table aria-label={name} layout="fixed">
              <Table.Tbody>
                {shortcuts.map(({ label, keys }) => (
                  <Table.Tr key={label}>
                    <Table.Th scope="row" fw={400} bg="transparent">
                      {label}
                    </Table.Th>
                    <Table.Td w={200} ta="right">
                      <KeyNames keys={keys} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Section>
        ))}
        <Link to="/help" onClick={close}>
          Open Help
        </Link>
      </Stack>
    </SectionLevel>
  );
};
