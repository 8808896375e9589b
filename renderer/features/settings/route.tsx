import { Box } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import { Empty } from '#renderer/ui/empty.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { TabLinks } from '#renderer/ui/tab-links.tsx';
import { AboutSection } from './about/about-section.tsx';
import { DataSection } from './data/data-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { GeneralSection } from './general/general-section.tsx';
import { SecuritySection } from './security/security-section.tsx';
import { TargetsSection } from './targets/targets-section.tsx';

const base = '/settings';
const first = 'general';
const sections: readonly { readonly path: string; readonly label: string; readonly Part: ComponentType }[] = [
  { path: 'general', label: 'General', Part: GeneralSection },
  { path: 'targets', label: 'Targets', Part: TargetsSection },
  { path: 'data', label: 'Data', Part: DataSection },
  { path: 'security', label: 'Security', Part: SecuritySection },
  { path: 'diagnostics', label: 'Diagnostics', Part: DiagnosticsSection },
  { path: 'about', label: 'About', Part: AboutSection },
];
const links = sections.map(({ path, label }, at) => ({
  to: at === 0 ? base : `${base}/${path}`,
  label,
  end: at === 0,
}));

/** What holds for the whole of Carryover, and not for one case. */
export const Component = () => {
  const { section } = useParams();
  const shown = sections.find(({ path }) => path === (section ?? first));
  if (section === first) return <Navigate to={base} replace />;
  return (
    <Page title="Settings" part={shown?.label}>
      <TabLinks label="Parts of the settings" tabs={links} />
      <Box pt="md">
        {shown ? (
          <shown.Part />
        ) : (
          <Empty
            icon={<IconMapOff aria-hidden />}
            title="There is no such part"
            text="Choose one of those above."
          />
        )}
      </Box>
    </Page>
  );
};
