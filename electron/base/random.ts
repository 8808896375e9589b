import { randomBytes } from 'node:crypto';

/** Asked for together: the system takes as long for one nonce as for thousands. */
const atOnce = 16_384;
let pool: Buffer = Buffer.alloc(0);

/** The system's random bytes, each given out once; for keys and nonces of which very many are needed. */
export const manyRandomBytes = (count: number): Buffer => {
  if (pool.length < count) pool = randomBytes(Math.max(atOnce, count));
  const given = pool.subarray(0, count);
  pool = pool.subarray(count);
  return given;
};
