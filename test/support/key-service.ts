import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyCommand } from '#base/key-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** How a command that wraps keys may behave. */
export type Behaviour = 'right' | 'fails' | 'hangs' | 'garbage' | 'silent' | 'echoes' | 'floods' | 'other';

/**
 * A stand-in for a key service: a real program that wraps by exchanging letters. What it was called with, and how often,
 * is in its folder.
 */
export const keyService = (deadlineMs = 10_000) => {
  const folder = temporaryFolder();
  const program = join(folder, 'wrap-key');
  writeFileSync(program, script);
  chmodSync(program, 0o700);
  const mode = join(folder, 'mode');
  const calls = join(folder, 'calls');
  const command: KeyCommand = { argv: [program, '--key', 'team'], deadlineMs };
  return {
    command,
    program,
    behave(behaviour: Behaviour): void {
      writeFileSync(mode, behaviour);
    },
    /** The service is gone, and nobody has it. */
    remove: () => rmSync(program),
    /** The environment of the last call. */
    environment: (): string => readFileSync(join(folder, 'env'), 'utf8'),
    /** The arguments of each call. */
    calls: (): string[] => (existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').filter(Boolean) : []),
  };
};

const script = `#!/bin/sh
dir=$(dirname "$0")
echo "$@" >> "$dir/calls"
env > "$dir/env"
mode=right
[ -f "$dir/mode" ] && mode=$(cat "$dir/mode")
for last; do :; done
turn() { tr 'A-Za-z' 'N-ZA-Mn-za-m'; }
case "$mode" in
  fails) echo "access denied for key-of-team $(cat)" >&2; exit 7 ;;
  hangs) sleep 60 & sleep 60 ;;
  garbage) head -c 48 /dev/urandom; exit 0 ;;
  silent) exit 0 ;;
  echoes) cat; exit 0 ;;
  floods) yes abcdefgh ;;
  other) [ "$last" = unwrap ] && { head -c 32 /dev/zero | base64; exit 0; } ;;
esac
case "$last" in
  wrap) echo "wrapped:v1:$(turn)" ;;
  unwrap) sed 's/^wrapped:v1://' | turn ;;
esac
`;
