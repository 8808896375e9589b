import { faultAnswers, type Fault as WireFault } from '#contract/sandbox.ts';
import { ControlError } from './control-error.ts';
import type { Fault } from './types.ts';

/** A fault as the control API takes it. */
export const toFault = (fault: Fault): WireFault => {
  const { method, times, share } = fault;
  return {
    ...placeOf(fault.path),
    ...answerOf(fault),
    ...(method === undefined ? {} : { method }),
    ...(times === undefined ? {} : { times }),
    ...(share === undefined ? {} : { share }),
  };
};

const placeOf = (path: string | undefined): Pick<WireFault, 'route' | 'path'> => {
  if (path === undefined) return { route: '*' };
  return path.includes('{') ? { route: path } : { route: '*', path };
};

type Answer = Pick<WireFault, 'answer' | 'fixture' | 'delayMs'>;

const answerOf = ({ status, delayMs, silent, headers, body }: Fault): Answer => {
  if (silent === true) return { answer: 'none' };
  if (status === undefined && body === undefined) {
    return { answer: 'slow', ...(delayMs === undefined ? {} : { delayMs }) };
  }
  const known = faultAnswers.find((one) => one === String(status));
  if (known !== undefined && body === undefined && headers === undefined && delayMs === undefined) {
    return { answer: known };
  }
  const list = Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));
  return {
    answer: 'fixture',
    ...(delayMs === undefined ? {} : { delayMs }),
    fixture: {
      statusCode: status ?? 200,
      ...(list.length === 0 ? {} : { headers: list }),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
  };
};

/** What the control API refuses of a fault, by the names that the caller gave it. */
export const inCallersNames = (error: unknown): unknown => {
  if (!(error instanceof ControlError)) return error;
  const { message, statusCode, detailedErrorCode, cause } = error;
  const named = message.replaceAll(
    /\bfaults\.(\d+)(?:\.fixture)?(?:\.(\w+)(?:\.\d+\.\w+)?)?/g,
    (_all, at: string, field?: string) =>
      `faults.${at}${field === undefined ? '' : `.${callersNames[field] ?? field}`}`,
  );
  return new ControlError(named, statusCode, {
    ...(detailedErrorCode === undefined ? {} : { detailedErrorCode }),
    ...(cause === undefined ? {} : { cause }),
  });
};

const callersNames: Readonly<Record<string, string>> = { statusCode: 'status', route: 'path' };
