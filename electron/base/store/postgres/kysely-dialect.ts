import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawNode,
} from 'kysely';
import type { NodeOfBoth } from '#base/store/dialect.ts';
import type { Run } from './run.ts';

/** Compiles what both dialects say in the words of PostgreSQL. */
class QueryCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw((node as Partial<NodeOfBoth>).postgres ?? node);
  }
}

const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Kysely on one connection, whose units of work others begin and end. */
export const dialectOn = (run: Run): Dialect => {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { command, rowCount, rows } = await run(sql, parameters);
      return changes.has(command)
        ? { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
        : { rows: rows as Row[] };
    },
    streamQuery() {
      throw new Error('Queries are read whole.');
    },
  } as DatabaseConnection;
  const refuse = async (): Promise<never> => {
    throw new Error('A unit of work begins and ends its transaction itself.');
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  };
};
