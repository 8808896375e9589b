/** Words of what a property is read from, that tell a webhook's body from a route's parameter and from other tools' findings. */

const bodies =
  /^(?:\w*alert|\w*alerts|body|rawbody|\w*payload|\w*webhook|\w*hook|\w*notification|\w*dto|inbound|legacy|incoming|delivery|deliveries|json|parsed|\$json|triggerbody|triggeroutputs|jsonbody|bodyjson|envelope)$/i;
const events =
  /^(?:event|evt|data|msg|entry|record|row|item|input|\$input|request|req|content|doc|document|x|a|w|h|n|\$|\$\$|it|_|node|root|map|dict|obj|object|val|value|params)$/i;
const others =
  /^(?:result\w*|finding\w*|violation\w*|issue\w*|diagnostic\w*|offen[cs]e\w*|policy|error|err|warning|match|hit|best|applied|rule|r|rules|filter|listener|condition|engine|problem|report|group|sg|acl|lint\w*|violationinfo|descriptor|mutation|sensor)$/i;

/** How much the last of the names that a property is read from speaks for a webhook's body (above zero) or against it. */
export const holderScore = (holder: readonly string[]): number => {
  const names = holder.map((name) => name.replace(/^[$@_:%]+|[?!]+$/g, ''));
  const last = names.at(-1) ?? '';
  if (bodies.test(last) || bodies.test(`$${last}`)) return 2;
  if (names.some((name) => bodies.test(name))) return 1.5;
  if (others.test(last)) return -2.5;
  return events.test(last) ? 0.5 : 0;
};

const parameterHolders =
  /^(?:params|route|\$route|query|searchparams|urlsearchparams|args|match|match_info|dataset|vars|pathparameters|querystringparameters|path_params|query_params|kwargs|view_args|\$_get|form|router|url|useparams|argv|options|opts|rules?|_rule|props|settings|config|environ|env|labels|tags|pathparams|route_params|routeparams|querystring|bindparam|routevalues|useparams|usesearchparams|flags|cmd)$/i;
const parameterCalls =
  /^(?:param|params|pathvariable|path_?param\w*|urlparam\w*|pathvalue|query\w*|requestparam|addurlsegment|addquery\w*|fromroute|fromquery|getparameter|urlsegment|setpathparam\w*|routeparam|getattribute|data|addparameter|quer(?:y|ies)param|bindparam|named|setparameter|matrixparam|formparam|segment|replace|uri\w*|defaultvalue|useparams|vars|argument|option|add_argument|setattribute|property_tag|removeitem|addwithvalue|sqlparameter|withtag)$/i;

/** Whether the names show a parameter of a route, a query, a form or a command: not of a body. */
export const isRouteParameter = (holder: readonly string[], language: string): boolean => {
  const names = holder.map((name) => name.replace(/^@/, ''));
  const last = names.at(-1) ?? '';
  // Rails puts bodies into `params` too.
  if (/^params$/i.test(last)) return language !== 'ruby' && language !== 'elixir' && language !== 'apex';
  if (parameterHolders.test(last))
    return names.length > 1 || /^\$_GET$/i.test(last) || /param|query|route|^props$/i.test(last);
  if (parameterCalls.test(last)) return true;
  return names.some((name) =>
    /^(?:pathparams|searchparams|urlsearchparams|query_params|path_params|routevalues|useparams)$/i.test(
      name,
    ),
  );
};

const speaking =
  /^(?:log|logger|logging|console|print\w*|puts|echo|warn\w*|info\w*|debug\w*|error\w*|fatal\w*|trace\w*|raise|throw|\w*error|\w*exception|fmt|errorf|logf|sprintf|slog|zap|i18n|gettext|translate|describe|it|test|context|label|labels|counter|gauge|metric\w*|histogram|withlabelvalues|tag|fail|abort|die|assert\w*|write-\w+|nslog|os_log|system\.debug)$/i;

/** Whether a text is handed to what speaks to people or to metrics. */
export const isSpeaking = (holder: readonly string[]): boolean =>
  (holder.some((name) => speaking.test(name)) || holder.at(-1) === 't') &&
  !/^(?:get|getstring|path|dig|fetch|tostring)$/i.test(holder.at(-1) ?? '');
