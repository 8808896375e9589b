import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { ActivityChart } from './activity-chart.tsx';
import { BulkResendsButton, BulkResendsDialog, RunningResends } from './bulk-resends.tsx';
import { FilterBar } from './filter-bar.tsx';
import { IndexState } from './index-state.tsx';
import { useFilters } from './use-filters.ts';
import { ViewsMenu } from './views-menu.tsx';
import { Workbench } from './workbench.tsx';

/** Every message of the local service, newest first. */
export const Component = () => {
  const [filters, change, unknownStatus] = useFilters();
  return (
    <Page
      title="Messages"
      filled
      beside={<AsOf />}
      description={<IndexState />}
      actions={
        <>
          <ViewsMenu filters={filters} onChange={change} />
          <BulkResendsButton />
        </>
      }
      filters={<FilterBar filters={filters} onChange={change} />}
    >
      {unknownStatus !== undefined && (
        <Alert
          mb="sm"
          color="gray"
          icon={<IconInfoCircle aria-hidden />}
          withCloseButton
          closeButtonLabel="Remove filter"
          onClose={() => change({ status: undefined })}
        >
          Filter ignored: there is no status “{unknownStatus}”.
        </Alert>
      )}
      <RunningResends />
      <ActivityChart filters={filters} onChange={change} />
      <Workbench key={JSON.stringify(filters)} filters={filters} onFilter={change} />
      <BulkResendsDialog />
    </Page>
  );
};
