import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';

const folder = join(packageRoot(), 'electron/events');

test.each(globSync('*.ts', { cwd: folder }))('what %s declares names no file but those beside it', (file) => {
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(join(folder, file), 'utf8'));
  expect(errors).toEqual([]);
  const named = [...code.matchAll(/(?:from |import\()["']([^"']+)["']/g)].map(([, name]) => name);
  expect(named.filter((name) => !name?.startsWith('./'))).toEqual([]);
});
