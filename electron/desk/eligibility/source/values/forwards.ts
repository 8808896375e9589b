const words =
  /prox(?:y|ied)|forward(?!ed|s?lash)|upstream|pass_?through|relay|gateway|tunnel|original_?url|path_?info|request_?uri|rewrite/i;
const pathOfRequest =
  /\b(?:req|rq|q|request|incoming|ctx|context|c|r|event|evt|env|exchange|call|conn|_request|httprequest|httpcontext)\b[\w.$()[\]'"?!>-]{0,60}(?:\.|->|\[["':]|\?\.)(?:url|uri|path|raw_?path|request_?path|full_?path|get_?full_?path|getrequesturi|path_?with_?query|raw_?url|escapedpath|querystring)\b/i;

/**
 * Whether code may pass on a request that it gets, so that a path that it answers is one that it calls, too. A route of
 * the code base's own explains a path only where its handler is seen to do no such thing.
 */
export const forwards = (text: string): boolean => words.test(text) || pathOfRequest.test(text);
