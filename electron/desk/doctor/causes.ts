import type { DoctorCheckId } from '#contract/doctor.ts';

/** The usual cause of a failed check, what to do, and the topic of its code sample. */
interface Fix {
  readonly text: string;
  readonly sample?: string;
}

const verify = 'verify-signature';

export const causes = {
  nameUnknown: {
    text: "The host name does not resolve. Check its spelling, and that its DNS record is public: a name that only an internal name server knows can't be reached by the service.",
  },
  notListening: {
    text: 'Nothing accepts connections at this address and port. Start the consumer, check the port, and that it listens on this interface rather than on 127.0.0.1 alone.',
  },
  filtered: {
    text: "Connections are not accepted in time. Usual causes: a firewall or NAT without a rule for this port, or one that allows only the service's source IPs. In that case run the doctor from an allowed network, and check the rules with `carryover allow-list`.",
  },
  tlsHandshake: {
    text: 'The TLS handshake failed. Usual causes: plain HTTP on this port, or a proxy that requires a client certificate. Serve HTTPS on this port, or correct the URL.',
  },
  tlsChain: {
    text: 'The certificate does not lead to a public authority. Usual causes: a self-signed certificate, or a missing intermediate certificate. Use a certificate of a public authority and serve its full chain.',
  },
  tlsName: {
    text: 'The certificate is for another name. Issue one whose subject alternative names include the host of the URL, or correct the URL.',
  },
  tlsExpiry: {
    text: 'The certificate expires soon or has expired. Renew it, and automate its renewal.',
  },
  tlsObsolete: {
    text: 'TLS 1.0 or 1.1 is still accepted (obsolete since RFC 8996). Require TLS 1.2 or later in the server or its load balancer.',
  },
  redirects: {
    text: 'Redirects are not followed: each counts as a failed delivery. Usual causes: http instead of https, a missing or extra slash at the end, a sign-in page. Use the final address as the URL of the endpoint.',
  },
  refusesValid: {
    text: 'Correctly signed events are refused. Usual causes: the raw body was lost to a JSON parser before verification; the wrong secret bytes are compared (the key is the Base64-decoded part after whsec_); another secret; a missing or wrong Authorization value; a clock that is off.',
    sample: verify,
  },
  notFound: {
    text: 'The path or method is not served. Check the path of the URL, and that its route accepts POST.',
    sample: verify,
  },
  serverError: {
    text: "The consumer fails on valid events. Respond 2xx once the event is stored, and process it afterwards, so that an error in processing is not a failed delivery. The consumer's log has the error.",
    sample: 'respond-first',
  },
  noAnswer: {
    text: 'The connection ends without a complete HTTP response. Usual causes: the process crashes on the request, or a proxy in front of it has no backend. The logs of both have the reason.',
  },
  slow: {
    text: 'Responses take too long: after 15 s a delivery has failed. Usual cause: the event is processed before the response. Store it, respond 2xx, then process it.',
    sample: 'respond-first',
  },
  bodyLimit: {
    text: "A large event is refused. Usual cause: the framework's body limit (such as 100 kB) or that of a reverse proxy (such as client_max_body_size). Allow at least 1 MB on this route.",
    sample: 'body-limit',
  },
  unknownTypes: {
    text: 'An unknown event type is refused, so that a new type would be retried for 28 h and could disable the endpoint. Respond 2xx to types that are not processed.',
    sample: 'unknown-events',
  },
  order: {
    text: 'An older event that arrives after a newer one is refused. Events arrive in any order, as retries are late: respond 2xx and compare generatedDate before overwriting newer data.',
    sample: 'out-of-order',
  },
  duplicates: {
    text: 'A repeated webhook-id is not answered 2xx. Usual cause: the duplicate is reported as a conflict (409). Events are delivered at least once: ignore the repetition and respond 2xx, or it is retried for 28 h.',
    sample: 'deduplicate',
  },
  signatureShape: {
    text: 'A malformed signature is not refused with 4xx. Usual causes: signatures are not verified, or a comparison throws on different lengths (500). Compare lengths first, in constant time, and respond 401.',
    sample: verify,
  },
  signatureSecret: {
    text: 'A signature by another secret is accepted. Usual causes: signatures are not verified, or the secret is empty because its environment variable is not set. Refuse to start without a secret, and respond 401.',
    sample: verify,
  },
  signatureBody: {
    text: 'A body that was changed after signing is accepted. Usual cause: the raw body is lost to a JSON parser, and the signature is verified over the parsed and re-serialized body. Verify the bytes as received, before parsing.',
    sample: 'raw-body',
  },
  stale: {
    text: 'A timestamp of 10 min ago is accepted, so that a recorded request can be replayed. Usual cause: no tolerance window. Refuse a webhook-timestamp that is more than 5 min off, and keep the clock synchronized.',
    sample: verify,
  },
  future: {
    text: 'A timestamp 10 min ahead is accepted. Usual cause: only the age is checked, or the difference without its absolute value. Refuse a webhook-timestamp that is more than 5 min off in either direction.',
    sample: verify,
  },
  unsigned: {
    text: 'A request without a signature is accepted. Usual cause: a request without the header skips verification. Respond 401 if webhook-id, webhook-timestamp or webhook-signature is missing.',
    sample: verify,
  },
  rotation: {
    text: 'Of two signatures only the first is compared. After a rotation the service signs with both secrets for 24 h: split webhook-signature at spaces and accept any that matches.',
    sample: verify,
  },
  authorization: {
    text: 'A request without the configured Authorization is accepted. Usual causes: the consumer does not check it, or a reverse proxy removes it before the check or adds its own. Check it before anything else and respond 401.',
    sample: 'authorization-header',
  },
  clientId: {
    text: "The configured X-Service-ClientId is refused. Compare it with the client id that the consumer expects: the new service sends the value of the endpoint's header, character by character.",
    sample: 'client-id-header',
  },
  reuse: {
    text: 'A connection that was kept alive is closed without notice, which costs a delivery attempt. Usual causes: keep-alive is disabled without "Connection: close", or a load balancer\'s idle timeout is shorter than the server\'s. Keep connections open, or announce the close.',
    sample: 'keep-alive',
  },
  load: {
    text: "Not all messages were delivered under load. Usual causes: processing before the response, a small pool of workers or database connections, a rate limit. Respond first, process from a queue, and exempt the service's source IPs from rate limits.",
    sample: 'respond-first',
  },
  loadSlow: {
    text: 'Responses under load take too long. Usual cause: the event is processed before the response. Store it, respond 2xx, then process it.',
    sample: 'respond-first',
  },
} as const satisfies Record<string, Fix>;

export type Cause = keyof typeof causes;

export const fixOf = (cause: Cause): Fix => causes[cause];

export const titles: Readonly<Record<DoctorCheckId, string>> = {
  dns: 'Host name resolves',
  tcp: 'Port accepts connections',
  tls: 'TLS certificate and version',
  redirect: 'No redirect',
  'answers-2xx': 'Responds 2xx to valid events',
  'answers-in-time': 'Responds in time',
  'large-payload': 'Accepts a large event',
  'unknown-event-type': 'Accepts unknown event types',
  'out-of-order': 'Accepts events out of order',
  'duplicate-id': 'Accepts duplicates',
  'bad-signature': 'Refuses a malformed signature',
  'wrong-secret': 'Refuses another secret',
  'tampered-body': 'Refuses a changed body',
  'stale-timestamp': 'Refuses an old timestamp',
  'future-timestamp': 'Refuses a future timestamp',
  'missing-signature': 'Refuses a missing signature',
  rotation: 'Accepts either of two signatures',
  'auth-required': 'Requires Authorization',
  'client-id': 'Accepts X-Service-ClientId',
  'connection-reuse': 'Keeps connections open',
  load: 'Handles load',
};
