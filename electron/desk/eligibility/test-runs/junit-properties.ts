import sax from 'sax';

/** XML that is not read, and why, for a message. */
export class XmlProblem extends Error {
  override readonly name = 'XmlProblem';
}

const mostDepth = 100;
const mostElements = 500_000;
const property = /^(?:testsuites\/)?testsuite\/properties\/property$/;

/**
 * The properties of a JUnit file whose names begin with `prefix`: one map for each test suite that has any.
 * No document type is accepted, so there are no entities besides XML's own five.
 * @throws XmlProblem
 */
export const junitProperties = (text: string, prefix: string): ReadonlyMap<string, string>[] => {
  const path: string[] = [];
  const suites: Map<string, string>[] = [];
  let own: Map<string, string> | undefined;
  let elements = 0;
  const keep = (key: string, value: string): void => {
    if (own === undefined) {
      own = new Map();
      suites.push(own);
    }
    if (own.has(key)) throw new XmlProblem(`it has the property ${key} twice`);
    own.set(key, value);
  };
  const parser = sax.parser(true);
  parser.onerror = () => {
    throw new XmlProblem('it is not well-formed XML');
  };
  parser.ondoctype = () => {
    throw new XmlProblem('it has a document type, which a JUnit file does not need');
  };
  parser.onopentag = ({ name, attributes: { name: key = '', value = '' } }) => {
    elements++;
    path.push(name);
    if (elements > mostElements) throw new XmlProblem('it has too many elements');
    if (path.length > mostDepth) throw new XmlProblem('its elements are nested too deep');
    if (path.length <= 2 && name === 'testsuite') own = undefined;
    if (key.startsWith(prefix) && property.test(path.join('/'))) keep(key, value);
  };
  parser.onclosetag = () => void path.pop();
  parser.write(text).close();
  return suites;
};
