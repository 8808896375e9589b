import { Drawer, Group } from '@mantine/core';
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { closeHelp, helpAddress, openHelp } from '#renderer/lib/help.ts';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { HelpText } from './help-text.tsx';

/** A topic of Help beside the screen, also above a dialog, whose input stays. */
const HelpPanel = ({ topic }: { readonly topic: string }) => {
  const [path = '', anchor = ''] = topic.split('#');
  return (
    <Drawer
      opened
      onClose={closeHelp}
      // Above whatever dialog it was opened from.
      zIndex={300}
      title="Help"
      position="right"
      size={640}
      closeOnEscape={false}
      onFocus={keepEscape}
      onKeyDown={closeByEscape}
      onClickCapture={stayBeside}
    >
      <Group mb="xs">
        <TextLink to={helpAddress(topic)} onClick={closeHelp}>
          Open in Help
        </TextLink>
      </Group>
      <HelpText path={path} anchor={anchor} title="Help" level={3} />
    </Drawer>
  );
};

export default HelpPanel;

/** By this, Mantine leaves Escape to the panel, and a dialog below stays open. */
const keepEscape = ({ target }: FocusEvent): void =>
  target.setAttribute('data-mantine-stop-propagation', 'true');

const closeByEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') closeHelp();
};

/** Links to other pages of Help are followed in the panel. */
const stayBeside = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('article a[href^="/help/"]') : null;
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  openHelp(link.getAttribute('href')?.slice('/help/'.length) ?? '');
};
