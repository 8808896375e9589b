import { expect, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import { createJointWriter } from '#service/store/joint-writer.ts';
import type { Tx } from '#service/store/store.ts';
import { testContext } from '#test/support/service-context.ts';

const setUp = async () => {
  const { store } = await testContext();
  const insert = async ({ db }: Tx, name: string) => {
    await db.insertInto('facts').values({ name, value_json: '1' }).execute();
  };
  const names = async () =>
    (await store.read(({ db }) => db.selectFrom('facts').select('name').orderBy('name').execute())).map(
      (row) => row.name,
    );
  let commits = 0;
  const writeJointly = createJointWriter<Tx>((work) => {
    commits++;
    return store.write(work);
  });
  return { store, writeJointly, commits: () => commits, insert, names };
};

/** Of a store that takes so many units of work, and then none. */
const troubledAfter = (good: number) => {
  let commits = 0;
  const writeJointly = createJointWriter<Tx>(async (work) => {
    commits++;
    // Who shares a turn is known as it begins; trouble shows when it is to be committed.
    const result = await work({} as Tx);
    if (commits > good) throw new CatalogueError('store.unreachable', { server: 'db', problem: 'gone' });
    return result;
  });
  return { writeJointly, commits: () => commits };
};

test('units that wait at the same time share one commit and are announced after it, in order', async () => {
  const { writeJointly, commits, insert, names } = await setUp();
  const announced: number[] = [];
  const results = await Promise.all(
    [1, 2, 3].map((n) =>
      writeJointly(async (tx) => {
        await insert(tx, `n${n}`);
        tx.afterCommit(() => announced.push(n));
        expect(announced).toEqual([]);
        return n * 10;
      }),
    ),
  );
  expect(results).toEqual([10, 20, 30]);
  expect(announced).toEqual([1, 2, 3]);
  expect(commits()).toBe(1);
  expect(await names()).toEqual(['n1', 'n2', 'n3']);
});

test('a unit that fails is undone alone and announces nothing', async () => {
  const { writeJointly, insert, names } = await setUp();
  const announced: string[] = [];
  const unit = (name: string, fails: boolean) =>
    writeJointly(async (tx) => {
      await insert(tx, name);
      tx.afterCommit(() => announced.push(name));
      if (fails) throw new Error(`no ${name}`);
      return name;
    });
  const ended = await Promise.allSettled([
    unit('a', false),
    unit('b', true),
    unit('c', false),
    unit('a', false),
  ]);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(ended[1]).toMatchObject({ reason: new Error('no b') });
  expect(announced).toEqual(['a', 'c']);
  expect(await names()).toEqual(['a', 'c']);
});

test('more than fit into one commit are all written', async () => {
  const { writeJointly, commits, insert, names } = await setUp();
  await Promise.all(Array.from({ length: 150 }, (_, n) => writeJointly((tx) => insert(tx, `n${n}`))));
  expect(await names()).toHaveLength(150);
  expect(commits()).toBe(3);
});

test('an outcome that nobody knows is told to all, and nothing is done twice', async () => {
  let commits = 0;
  let works = 0;
  const writeJointly = createJointWriter<object>(async (work) => {
    commits++;
    await work({});
    throw new CatalogueError('store.uncertain', { server: 'db.example' });
  });
  const unit = () => writeJointly(async () => works++);
  const ended = await Promise.allSettled([unit(), unit(), unit()]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect({ commits, works }).toEqual({ commits: 1, works: 3 });
});

test('whoever comes while a turn is waited for shares its commit', async () => {
  const { store, writeJointly, commits, insert, names } = await setUp();
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const before = store.write(async () => {
    held();
    await isFree;
  });
  await isHeld;
  const units: Promise<void>[] = [];
  for (let n = 0; n < 5; n++) {
    units.push(writeJointly((tx) => insert(tx, `n${n}`)));
    await new Promise((resolve) => setImmediate(resolve));
  }
  free();
  await Promise.all([before, ...units]);
  expect(await names()).toHaveLength(5);
  expect(commits()).toBe(1);
});

test('where no turn begins, all that wait are told, and each is tried once', async () => {
  let commits = 0;
  const writeJointly = createJointWriter<object>(async () => {
    commits++;
    throw new CatalogueError('store.full');
  });
  const ended = await Promise.allSettled([1, 2, 3].map((n) => writeJointly(async () => n)));
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(commits).toBe(1);
});

test('unrelated units run beside each other, related ones when it is their turn', async () => {
  const begun: string[] = [];
  const ended: string[] = [];
  const writeJointly = createJointWriter<object>((work) => work({}), { isBeside: true });
  const unit = (name: string, isUnrelated: boolean) =>
    writeJointly(
      async () => {
        begun.push(`${name} after ${ended.join('')}`);
        await new Promise((resolve) => setImmediate(resolve));
        ended.push(name);
        return name;
      },
      { isUnrelated },
    );
  const answered = await Promise.all([
    unit('a', true),
    unit('b', true),
    unit('c', false),
    unit('d', false),
    unit('e', true),
    unit('f', true),
  ]);
  expect(answered.join('')).toBe('abcdef');
  expect(begun).toEqual([
    'a after ',
    'b after ',
    'c after ab',
    'd after abc',
    'e after abcd',
    'f after abcd',
  ]);
});

test('an unrelated unit that fails is undone alone, and none is at work once its commit has failed', async () => {
  const { store, insert, names } = await setUp();
  let atWork = 0;
  const writeJointly = createJointWriter<Tx>(
    (work) =>
      store.write(work).finally(() => {
        expect(atWork).toBe(0);
      }),
    { isBeside: true },
  );
  const unit = (name: string, fails: boolean) =>
    writeJointly(
      async (tx) => {
        atWork++;
        try {
          if (fails) throw new Error(`no ${name}`);
          await insert(tx, name);
          await insert(tx, `${name} too`);
        } finally {
          atWork--;
        }
      },
      { isUnrelated: true },
    );
  const units = [unit('a', false), unit('b', true), unit('c', false), unit('a', false)];
  const ended = await Promise.allSettled(units);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(await names()).toEqual(['a', 'a too', 'c', 'c too']);
});

test('once the store takes nothing, units that wait are refused for it, and none is tried for long', async () => {
  const { writeJointly, commits } = troubledAfter(0);
  const ended = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => writeJointly(async () => name)));
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(ended[3]).toMatchObject({ reason: { code: 'store.unreachable' } });
  // Together, and the first alone.
  expect(commits()).toBe(2);
});

test('units that were committed before the store took nothing stay committed', async () => {
  const { writeJointly, commits } = troubledAfter(3);
  const ended = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((name) =>
      writeJointly(async () => {
        if (name === 'b') throw new Error('no b');
        return name;
      }),
    ),
  );
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(ended[1]).toMatchObject({ reason: new Error('no b') });
  expect(commits()).toBe(4);
});
