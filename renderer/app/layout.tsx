import { AppShell, Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ConnectionNotice } from './connection-notice.tsx';
import { IntegrityNotice } from './integrity-notice.tsx';
import classes from './layout.module.css';
import { Navigation } from './navigation.tsx';
import { Palette } from './palette.tsx';
import { TopBar } from './top-bar.tsx';
import { useHeadFocus } from './use-head-focus.ts';

/** The frame around every screen. */
export const Layout = () => {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the menu and starts at its top
  useEffect(() => {
    close();
    main.current?.scrollTo(0, 0);
  }, [pathname]);
  useHeadFocus(main, pathname);
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 228, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <AppShell.Header className={classes.bar}>
        <TopBar menuOpened={opened} onToggleMenu={toggle} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.bar}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main}>
        <ConnectionNotice />
        <IntegrityNotice />
        <Box id="main" ref={main} className={classes.content} tabIndex={-1}>
          <Outlet />
        </Box>
      </AppShell.Main>
      <Palette />
    </AppShell>
  );
};
