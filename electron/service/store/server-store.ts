import { createControlLine } from '#base/store/postgres/control-line.ts';
import { openSchema, type ServerOptions, type ServerPlace } from '#base/store/postgres/database.ts';
import { watchUnits, writesNothing } from '#base/store/watched-units.ts';
import type { StoreState } from '#contract/figures.ts';
import { createFollowers } from './followers.ts';
import { createHints } from './hints.ts';
import { createJointWriter } from './joint-writer.ts';
import { postgresMigrations } from './migrations/postgres/index.ts';
import type { ServiceSchema } from './schema.ts';
import type { Store } from './store.ts';
import { createTold } from './told.ts';
import { createVouching } from './vouching.ts';

export interface ServerStoreOptions extends ServerOptions {
  /** Told when it ceases to take writes, and when it takes them again. */
  readonly onChange?: (state: StoreState) => void;
}

export const serviceSchemaOf = ({ address }: ServerPlace): string => `${address.prefix}_service`;

/**
 * Opens the service's schema on a server. What is acknowledged survives a crash of the server, and a power cut.
 * @throws CatalogueError `store.unreachable`, `store.notAllowed`
 */
export const openServerStore = async ({
  onChange = () => {},
  ...options
}: ServerStoreOptions): Promise<Store> => {
  const schema = serviceSchemaOf(options);
  const followers = createFollowers(schema);
  const opened = await openSchema<ServiceSchema>(options, schema, postgresMigrations, {
    opening: followers.opening,
  });
  const { units, watch, watchedWrite, watchedRead } = watchUnits(opened.units, {
    onChange,
    refuseGone: () => {},
    trial: writesNothing,
  });
  const line = createControlLine(options);
  const hints = createHints(line, schema, options.log);
  const told = createTold(line, schema, options.log);
  return {
    place: opened.server,
    file: undefined,
    server: {
      history: opened.history,
      writeAside: opened.writeAside,
      writeBeside: watchedWrite(opened.units.writeBeside),
      follow: followers.add,
      catchUp: watchedRead(opened.units.look),
      setProcess: followers.setProcess,
      hint: hints.send,
      onHint: hints.listen,
      tell: told.tell,
      onTold: told.listen,
      vouching: createVouching(line, schema),
      async beat(generation) {
        const changed = await line.run(
          `update "${schema}".processes set beat_at = clock_timestamp() where generation = $1`,
          [generation],
        );
        return changed > 0;
      },
    },
    watch,
    ...units,
    writeJointly: createJointWriter(units.write, { isBeside: true }),
    // What is deleted is the server's to clear away, and its log the server's to empty.
    writeAnew: async () => {},
    overwriteDeleted: async () => {},
    setDurable: async () => {},
    async close() {
      watch.stop();
      hints.stop();
      told.stop();
      await line.close();
      await opened.close();
    },
  };
};
