// Events of 1 MB must pass. Express and its parsers stop at 100 kB unless told otherwise, Fastify at 1 MiB (bodyLimit).
// A reverse proxy has a limit of its own, such as in nginx: client_max_body_size 2m;
import express from 'express';

export const rawBody = express.raw({ type: '*/*', limit: '2mb' });
