const testFolder =
  /(?:^|[/\\])(?:tests?|specs?|__tests__|__mocks__|e2e|testing|testdata|test-data|fixtures?|mocks?|cypress|playwright|features|integration-?tests?|unit-?tests?|\w+[.-]tests?|(?:src[/\\])?(?:test|androidTest|testFixtures|integrationTest)|docs?|documentation)[/\\]/i;
const testFile =
  /(?:^|[/\\])(?:test_[^/\\]*\.py|conftest\.py|[^/\\]*[._-](?:test|tests|spec|specs|e2e|cy|stories)\.[a-z]+|[^/\\]*_(?:test|spec)\.[a-z]+|[^/\\]*(?:Tests?|Spec|Specs|IT|TestCase|Fixture)\.(?:java|kt|kts|cs|php|scala|groovy|swift|vb|fs|cls)|test\.[a-z]+|[^/\\]*\.(?:t|bats|feature|rst|adoc|textile))$/;
const document =
  /(?:^|[/\\])(?:(?:README|CHANGELOG|HISTORY|CONTRIBUTING|NOTES|TODO)(?:\.(?:md|txt|rst))?|[^/\\]*\.(?:md|mdx|markdown|rst|adoc|asciidoc|textile|org))$/i;

/** What a test looks like in each language. */
const testForms: Readonly<Record<string, RegExp>> = {
  javascript: /(?:^|\n)[ \t]*(?:describe|suite|test|it)(?:\.\w+)?\(\s*['"`]/,
  csharp: /\[(?:Fact|Theory|Test|TestMethod|TestCase|TestFixture|TestClass)\b/,
  java: /(?:^|\s)@(?:Test|ParameterizedTest)\b/,
  go: /\bfunc (?:Test|Benchmark|Example)\w*\(\w+ \*testing\./,
  python: /(?:^|\n)[ \t]*def test_\w+|\bunittest\.TestCase\b|@pytest\./,
  ruby: /\b(?:RSpec\.describe|Minitest::Test|ActiveSupport::TestCase|ActionDispatch::IntegrationTest)\b/,
  php: /\bextends\s+\w*TestCase\b/,
  rust: /#\[(?:tokio::)?test\]/,
  elixir: /\buse ExUnit\.Case\b/,
  swift: /:\s*XCTestCase\b/,
};
const sameForm: Readonly<Record<string, string>> = {
  typescript: 'javascript',
  tsx: 'javascript',
  kotlin: 'java',
  groovy: 'java',
  scala: 'java',
};

export const isDocument = (path: string): boolean => document.test(path);
export const isTestPath = (path: string): boolean => testFolder.test(path) || testFile.test(path);

/** Whether a whole file is test code, by its form. */
export const isTestForm = (text: string, language: string): boolean =>
  testForms[sameForm[language] ?? language]?.test(text) === true;
