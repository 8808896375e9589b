const testFolder =
  /(?:^|[/\\])(?:tests?|specs?|__tests__|__mocks__|e2e|testing|testdata|test-data|fixtures?|mocks?|cypress|playwright|features|integration-?tests?|unit-?tests?|\w+[.-]tests?|(?:src[/\\])?(?:test|androidTest|testFixtures|integrationTest)|docs?|documentation)[/\\]/i;
const testFile =
  /(?:^|[/\\])(?:test_[^/\\]*\.py|conftest\.py|[^/\\]*[._-](?:test|tests|spec|specs|e2e|cy|stories)\.[a-z]+|[^/\\]*_(?:test|spec)\.[a-z]+|[^/\\]*(?:Tests?|Spec|Specs|IT|TestCase|Fixture)\.(?:java|kt|kts|cs|php|scala|groovy|swift)|test\.[a-z]+)$/;

/** Whether a whole file is test code or documentation, by its path. */
export const isWeakPath = (path: string): boolean => testFolder.test(path) || testFile.test(path);

const testForms: Readonly<Record<string, RegExp>> = {
  JavaScript: /(?:^|\n)[ \t]*(?:describe|suite|test|it)(?:\.\w+)?\(\s*['"`]/,
  'C#': /\[(?:Fact|Theory|Test|TestMethod|TestCase|TestFixture|TestClass)\b/,
  Java: /(?:^|\s)@(?:Test|ParameterizedTest)\b/,
  Go: /\bfunc (?:Test|Benchmark|Example)\w*\(\w+ \*testing\./,
  Python: /(?:^|\n)\s*def test_\w+|\bunittest\.TestCase\b|@pytest\./,
  Ruby: /\b(?:RSpec\.describe|Minitest::Test|ActiveSupport::TestCase|ActionDispatch::IntegrationTest)\b/,
  PHP: /\bextends\s+\w*TestCase\b/,
};
const sameForm: Readonly<Record<string, string>> = {
  TypeScript: 'JavaScript',
  Vue: 'JavaScript',
  Svelte: 'JavaScript',
  Kotlin: 'Java',
  Groovy: 'Java',
  Scala: 'Java',
};

/** Whether a whole file is test code by what it holds. */
export const isTestCode = (text: string, language: string): boolean =>
  testForms[sameForm[language] ?? language]?.test(text) ?? false;

/** Folders whose name also stands for parts of an application: what is in them may be uses, though weak ones. */
const partsOfApplications = /(?:^|[/\\])(?:features|fixtures?|testing|mocks?)[/\\]/i;
const documents = /(?:^|[/\\])(?:docs?|documentation)[/\\]/i;

/** Why nothing in a file is a use in itself; undefined if something may be. */
export const wholeReason = (
  path: string,
  text: string,
  language: string,
): 'test' | 'documentation' | undefined => {
  if (isTestCode(text, language)) return 'test';
  if (!isWeakPath(path) || partsOfApplications.test(path)) return undefined;
  return documents.test(path) ? 'documentation' : 'test';
};
