(struct_specifier name: (_) @name body: (_) @body) @scope.class
(enum_specifier name: (_)? @name body: (_) @body) @scope.enum
(function_definition declarator: (function_declarator declarator: (_) @name parameters: (_) @parameters) body: (_) @body) @scope.function
(return_statement (_)? @value) @result
(class_specifier name: (_) @name (base_class_clause)? @base body: (_) @body) @scope.class
(namespace_definition name: (_)? @name body: (_) @body) @scope.module
(lambda_expression declarator: (_)? @parameters body: (_) @body) @scope.function
