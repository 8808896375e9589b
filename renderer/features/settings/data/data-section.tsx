import { Stack } from '@mantine/core';
import { AnotherMachine } from './another-machine.tsx';
import { BackupsPart } from './backups-part.tsx';
import { CasesPart } from './cases-part.tsx';
import { DataFolder } from './data-folder.tsx';
import { LocalServiceData } from './local-service-data.tsx';
import { RetentionPart } from './retention-part.tsx';
import { StoragePart } from './storage-part.tsx';

export const DataSection = () => (
  <Stack>
    <DataFolder />
    <BackupsPart />
    <CasesPart />
    <StoragePart />
    <RetentionPart />
    <LocalServiceData />
    <AnotherMachine />
  </Stack>
);
