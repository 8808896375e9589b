import type { ScopeRole } from '#desk/eligibility/source/syntax/model.ts';
import { wordSet } from '#desk/eligibility/source/word-set.ts';

/** The signs and words by which code of any language is read. Data only: the files beside this one interpret it. */

export const links = wordSet('. ?. -> ?-> :: &. !.');
export const assigns = wordSet('= := =: += .= ..= ||= ??= &= ^= <- <<= ?=');
export const appends = wordSet('+= .= ..= &= ^= <<=');
export const alternatives = wordSet('?? || ?: or orelse else');
export const comparisons = wordSet('== != === !== < > <= >= && and eq ne in is =~ AND LIKE');
export const joins = wordSet('+ . & ~ .. ++ <> ^ % / | << * - ->> -> #>> #> |> >> $ @@ </> =>');
export const infixNames = wordSet('or and eq ne in is to AND OR LIKE IN x orelse cat concat');
export const prefixNames = wordSet('new await try not throw raise yield NOT New Await AddressOf');

export const declarators =
  /^(?:const|final|static|let|val|readonly|constexpr|Const|Dim|my|our|local|use|def|defp|%?let|private|public|protected|internal|global|var|auto|set|Set|lazy|late|override|Private|Public|Friend|Shared|ReadOnly|Property|Let|mutable)$/;
export const controls =
  /^(?:if|else|elseif|elsif|elif|for|foreach|while|switch|when|try|catch|do|guard|unless|until|loop|match|with|begin|finally|using|lock|synchronized|case|default|given|repeat)$/;
export const importers = /^(?:import|use|using|require|include|open|Imports|from|library|alias|uses)$/;

const scopeKeywords: readonly (readonly [ScopeRole, string])[] = [
  ['class', 'class struct object record extension actor type contract'],
  ['interface', 'interface protocol trait'],
  ['enum', 'enum'],
  ['module', 'module namespace package'],
  ['function', 'func fun function sub fn method proc init macro'],
];
/** The role of a scope by its keyword. */
export const scopes: Readonly<Record<string, ScopeRole>> = Object.fromEntries(
  scopeKeywords.flatMap(([role, words]) => words.split(' ').map((word) => [word, role])),
);

/** Languages with `@Name` before what it annotates. */
export const withAnnotations = wordSet(
  'dart swift groovy apex scala kotlin java typescript javascript tsx text haxe',
);
/** Languages with `[Name]` before what it annotates. */
export const attributeBrackets = wordSet('csharp fsharp vb rust php text powershell');
/** Languages in which `Type name` declares a field. */
export const typedFields = wordSet(
  'dart apex groovy java csharp c cpp objc d haxe proto thrift solidity actionscript',
);
/** Languages in which `:name` is a text. */
export const symbols = wordSet('elixir crystal clojure julia');
/** Languages in which a dot joins texts. */
export const dotJoins = wordSet('perl php');
