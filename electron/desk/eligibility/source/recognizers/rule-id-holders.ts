import { patternsOf } from '#desk/eligibility/source/patterns.ts';

const lists = patternsOf('rule-id-holders');
/** Words of what a property is read from, that tell a webhook's body from a route's parameter and from other tools' findings. */

/** How much the last of the names that a property is read from speaks for a webhook's body (above zero) or against it. */
export const holderScore = (holder: readonly string[]): number => {
  const names = holder.map((name) => name.replace(/^[$@_:%]+|[?!]+$/g, ''));
  const last = names.at(-1) ?? '';
  if (lists.bodies.test(last) || lists.bodies.test(`$${last}`)) return 2;
  if (names.some((name) => lists.bodies.test(name))) return 1.5;
  if (lists.others.test(last)) return -2.5;
  return lists.events.test(last) ? 0.5 : 0;
};

/** Whether the names show a parameter of a route, a query, a form or a command: not of a body. */
export const isRouteParameter = (holder: readonly string[], language: string): boolean => {
  const names = holder.map((name) => name.replace(/^@/, ''));
  const last = names.at(-1) ?? '';
  // Rails puts bodies into `params` too.
  if (/^params$/i.test(last)) return language !== 'ruby' && language !== 'elixir' && language !== 'apex';
  if (lists.parameterHolders.test(last))
    return names.length > 1 || /^\$_GET$/i.test(last) || /param|query|route|^props$/i.test(last);
  if (lists.parameterCalls.test(last)) return true;
  return names.some((name) =>
    /^(?:pathparams|searchparams|urlsearchparams|query_params|path_params|routevalues|useparams)$/i.test(
      name,
    ),
  );
};

/** Whether a text is an argument of a message or a metric. */
export const isMessageCall = (holder: readonly string[]): boolean =>
  (holder.some((name) => lists.messageCalls.test(name)) || holder.at(-1) === 't') &&
  !/^(?:get|getstring|path|dig|fetch|tostring)$/i.test(holder.at(-1) ?? '');
