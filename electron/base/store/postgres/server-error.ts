import { DatabaseError } from 'pg';
import { errorText } from '#base/error-text.ts';
import { CatalogueError } from '#contract/errors.ts';

/** What a server or the way to it says, as errors of the catalogue. Source: the SQLSTATE codes of PostgreSQL, appendix A. */

/** Nothing is known of what the server made of the last statement. */
export const isConnectionLost = (error: unknown): boolean => {
  const code = codeOf(error);
  // Class 08 and operator intervention: the backend is gone, or refuses everything.
  if (error instanceof DatabaseError) return /^(08|57P0[1-5]|53300)/.test(code);
  return lostCodes.test(code) || lostTexts.test(errorText(error));
};

const lostCodes =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|ERR_STREAM|ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;
/** Of the driver, which gives these no code. */
const lostTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|The server does not support SSL)/;

/** @param server as it may be shown */
export const serverError = (error: unknown, server: string): unknown => {
  if (isConnectionLost(error)) {
    return new CatalogueError('store.unreachable', { server, problem: problemOf(error) }, [], {
      cause: error,
    });
  }
  // Of the driver, before the server has refused anybody.
  if (/^SASL: .* password must be/.test(errorText(error))) {
    const problem = 'it asks for a password, and none is given';
    return new CatalogueError('store.notAllowed', { server, problem }, [], { cause: error });
  }
  if (!(error instanceof DatabaseError)) return error;
  const code = codeOf(error);
  const details = { server, problem: problemOf(error) };
  if (/^(28|3D000|42501)/.test(code))
    return new CatalogueError('store.notAllowed', details, [], { cause: error });
  if (/^53100/.test(code)) return new CatalogueError('store.full', {}, [], { cause: error });
  if (/^25006/.test(code)) return new CatalogueError('store.serverReadOnly', details, [], { cause: error });
  // Resources, contention, cancelled statements, faults of the system and of what it keeps.
  if (/^(25P0[34]|40|53|55|57|58|XX)/.test(code)) {
    return new CatalogueError('store.serverFailing', details, [], { cause: error });
  }
  return error;
};

/** Runs `work`; what the driver and the server throw gets its name, and what `work` throws stays as it is. */
export const withServerErrors = async <T>(server: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw serverError(error, server);
  }
};

const problemOf = (error: unknown): string => {
  const code = codeOf(error);
  const text = errorText(error).replace(/\.$/, '');
  return code === '' || text.includes(code) ? text : `${text}, ${code}`;
};

/** Somebody else's lock was waited for as long as the connection may. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
