((call method: (identifier) @function arguments: (argument_list (string) @module)) @import (#match? @function "^(require|require_relative|load)$"))
