import { randomBytes } from 'node:crypto';
import { createControlLine } from '#base/store/postgres/control-line.ts';
import { openSchema, type ServerOptions } from '#base/store/postgres/database.ts';
import { watchUnits, writesNothing } from '#base/store/watched-units.ts';
import { createDeskProcess, type DeskLease, vaultTurns } from './desk-process.ts';
import { postgresMigrations } from './migrations/postgres/index.ts';
import type { Tx } from './reader.ts';
import { nameUnit, readSealedColumns, rowChangesOnServer } from './row-changes-on-server.ts';
import { openRowKeys, type RowKeyOptions } from './row-keys/open-row-keys.ts';
import { createRowSeals } from './row-seals.ts';
import type { DeskSchema } from './schema.ts';
import { sealedUnits } from './sealed-units.ts';
import type { DeskStore } from './store.ts';
import type { VaultSchema, VaultStore } from './vault-store.ts';

export const deskSchemaOf = ({ address }: Pick<ServerOptions, 'address'>): string => `${address.prefix}_desk`;

/**
 * Opens the desk's schema on a server, for one process at a time. What was answered as done survives a crash of the
 * server, and a power cut.
 * @param isServed false: to read a desk that nobody can serve
 * @throws CatalogueError `store.unreachable`, `store.notAllowed`, `store.deskInUse`
 */
export const openDeskOnServer = async (options: ServerOptions, isServed = true): Promise<DeskStore> => {
  const schema = deskSchemaOf(options);
  const line = createControlLine(options);
  const desk = createDeskProcess(schema, line, options.log);
  const opened = await openSchema<DeskSchema>(options, schema, postgresMigrations, {
    opening: desk.lease.opening,
  });
  const { units, watch } = watchUnits(opened.units, {
    onChange: () => {},
    refuseGone: () => {},
    trial: writesNothing,
  });
  const close = async (): Promise<void> => {
    watch.stop();
    await desk.giveBack();
    await line.close();
    await opened.close();
  };
  try {
    if (isServed) await desk.take(units);
    const columns = await units.read(readSealedColumns);
    const { write, seal } = sealedUnits((work) => units.write((tx) => inNamedUnit(tx, work)));
    return {
      place: opened.server,
      file: undefined,
      lease: desk.lease,
      watch,
      read: units.read,
      write,
      // What is deleted is the server's to clear away, and its log the server's to empty.
      overwriteDeleted: async () => {},
      sealRows: (keys, settle) => seal(createRowSeals(keys, rowChangesOnServer(columns)), settle),
      snapshot: opened.units.snapshot,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const inNamedUnit = async <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
  // Sent with what comes after it: should it fail, so does all of that.
  const named = nameUnit(tx, randomBytes(16).toString('hex'));
  named.catch(() => {});
  const result = await work(tx);
  await named;
  return result;
};

/**
 * Opens the vault in the desk's schema, which the desk has opened, and the keys of its rows, which are on this machine.
 * Its units of work do not wait for the desk's.
 * @param lease of the desk; another process's vault is not written
 * @throws CatalogueError `store.unreachable`, `store.notAllowed`, `rowKeys.…`
 */
export const openVaultOnServer = async (
  options: ServerOptions,
  keyOptions: RowKeyOptions,
  lease: DeskLease,
): Promise<VaultStore> => {
  const schema = deskSchemaOf(options);
  const { units, close } = await openSchema<VaultSchema>(options, schema, postgresMigrations, {
    opening: lease.opening,
    turns: vaultTurns(schema),
  });
  try {
    const keys = await openRowKeys(units, keyOptions);
    return {
      read: units.read,
      write: units.write,
      keys,
      toDisk: () => {},
      async close() {
        await keys.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};
