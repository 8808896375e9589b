(class_declaration name: (_) @name (base_clause)? @base (class_interface_clause)? @base body: (_) @body) @scope.class
(trait_declaration name: (_) @name body: (_) @body) @scope.class
(interface_declaration name: (_) @name body: (_) @body) @scope.interface
(enum_declaration name: (_) @name body: (_) @body) @scope.enum
(method_declaration name: (_) @name parameters: (_) @parameters body: (_)? @body) @scope.function
(function_definition name: (_) @name parameters: (_) @parameters body: (_) @body) @scope.function
(anonymous_function_creation_expression parameters: (_) @parameters body: (_) @body) @scope.function
(arrow_function parameters: (_) @parameters body: (_) @result) @scope.function
(return_statement (_)? @value) @result
(attribute . (_) @name parameters: (_)? @arguments) @annotation
(visibility_modifier) @skip
