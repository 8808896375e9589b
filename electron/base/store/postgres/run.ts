import type { ClientBase, QueryResult } from 'pg';
import { parameterOf, resultTypes } from './values.ts';

/** Runs a statement with its values on a connection. */
export type Run = (text: string, values: readonly unknown[]) => Promise<QueryResult<Record<string, unknown>>>;

/**
 * Not as a prepared statement that stays: one that selects all columns would fail once another process has added one,
 * and poolers give each unit of work another connection.
 */
export const runOn =
  (client: ClientBase): Run =>
  (text, values) =>
    client.query({ text, values: values.map(parameterOf), types: resultTypes });
