(struct_specifier name: (_) @name body: (_) @body) @scope.class
(enum_specifier name: (_)? @name body: (_) @body) @scope.enum
(function_definition declarator: (function_declarator declarator: (_) @name parameters: (_) @parameters) body: (_) @body) @scope.function
(return_statement (_)? @value) @result
