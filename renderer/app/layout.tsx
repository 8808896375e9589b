import { AppShell, Box } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useKeptScroll } from '#renderer/lib/use-kept-scroll.ts';
import { HeaderToolsContext } from '#renderer/ui/page-header.tsx';
import { SelectionDock } from '#renderer/ui/selection-bar.tsx';
import { AccessNotice } from './access-notice.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { HeaderTools } from './header-tools.tsx';
import { HelpBeside } from './help-beside.tsx';
import { IntegrityNotice } from './integrity-notice.tsx';
import classes from './layout.module.css';
import { Palette } from './palette/palette.tsx';
import { PlaceOfScreen } from './place-of-screen.tsx';
import { PrintNote } from './print-note.tsx';
import { ResourceNotice } from './resource-notice.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import { Sidebar } from './sidebar.tsx';
import { StatusStrip } from './status-strip.tsx';
import { DeskDialogs } from './team-desks/desk-dialogs.tsx';
import { VersionNotice } from './team-desks/version-notice.tsx';
import { useAppShortcuts } from './use-app-shortcuts.ts';
import { useHeadFocus } from './use-head-focus.ts';

const navbar = { width: { base: 52, md: 220 }, breakpoint: 0 };

/** The frame around every screen. */
export const Layout = () => {
  const { pathname } = useLocation();
  const main = useRef<HTMLDivElement>(null);
  const [dock, setDock] = useState<HTMLElement | null>(null);
  useAppShortcuts();
  useDockHeight(dock);
  useKeptScroll(main, 'screen');
  useHeadFocus(main, pathname);
  return (
    <AppShell navbar={navbar} footer={{ height: 28 }}>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <AppShell.Navbar>
        <Sidebar />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main}>
        <PrintNote />
        <ConnectionNotice />
        <VersionNotice />
        <AccessNotice />
        <IntegrityNotice />
        <ResourceNotice />
        <Box id="main" ref={main} className={classes.content} tabIndex={-1}>
          <HeaderToolsContext value={<HeaderTools />}>
            <SelectionDock value={dock}>
              <PlaceOfScreen pathname={pathname}>
                <Outlet />
              </PlaceOfScreen>
            </SelectionDock>
          </HeaderToolsContext>
        </Box>
        <div ref={setDock} className={classes.dock} />
      </AppShell.Main>
      <AppShell.Footer className={classes.foot}>
        <StatusStrip />
      </AppShell.Footer>
      <Palette />
      <ShortcutList />
      <HelpBeside />
      <DeskDialogs />
    </AppShell>
  );
};

/** What is docked has its height from its actions, which may wrap; toasts stand above it. */
const useDockHeight = (dock: HTMLElement | null): void => {
  useEffect(() => {
    if (dock === null) return;
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--dock', `${dock.offsetHeight}px`),
    );
    observer.observe(dock);
    return () => observer.disconnect();
  }, [dock]);
};
