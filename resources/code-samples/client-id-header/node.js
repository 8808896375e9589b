// ClientId is no longer in the body. It is in a header, as before.
export function clientIdOf(request) {
  const clientId = request.headers['x-service-clientid'];
  if (!clientId) throw new Error('The webhook has no X-Service-ClientId.');
  return clientId;
}
