import type { Reporter, TestCase, TestModule } from 'vitest/node';

const nameOf = ({ module, fullName }: TestCase): string =>
  `${module.relativeModuleId} > ${fullName}, ${module.project.name}`;

const whyOf = (test: TestCase): string =>
  test.result().errors?.[0]?.message.split('\n')[0] ?? 'no error is known';

/** Names the tests that passed on their second try only, with the error of the first: each is a defect. */
export default class UnsteadyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests('passed'))
        if (test.diagnostic()?.flaky) console.log(`unsteady: ${nameOf(test)}: ${whyOf(test)}`);
  }
}
