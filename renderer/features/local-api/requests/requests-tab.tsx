import { Group, SegmentedControl, Text } from '@mantine/core';
import { Toolbar } from '#renderer/ui/page.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useFilters } from './filters.ts';
import { Inspector } from './inspector.tsx';
import { RecordingMenu } from './recording-menu.tsx';

/** Requests to the public API, live, with what was sent and what came back. */
export const RequestsTab = () => {
  const [filters, change] = useFilters();
  const show = filters.show === 'deprecated' ? 'deprecated' : 'all';
  return (
    <>
      <Toolbar>
        <Group gap="xs" py={6} flex={1}>
          <SegmentedControl
            size="xs"
            aria-label="Show"
            value={show}
            onChange={(value) => change({ show: value === 'all' ? undefined : value })}
            data={[
              { value: 'all', label: 'All requests' },
              { value: 'deprecated', label: 'Deprecated calls' },
            ]}
          />
          <FilterBar filters={filters} onChange={change} />
        </Group>
        <RecordingMenu />
      </Toolbar>
      {show === 'deprecated' && (
        <Text size="sm" c="dimmed" py={6}>
          Calls of the alerts endpoints block the migration: they answer 404 after a cutover.
        </Text>
      )}
      <Inspector filters={filters} onFilter={change} />
    </>
  );
};
