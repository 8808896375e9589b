(class_declaration name: (_) @name bases: (base_list)? @base body: (_) @body) @scope.class
(struct_declaration name: (_) @name body: (_) @body) @scope.class
(record_declaration name: (_) @name parameters: (_)? @parameters bases: (_)? @base body: (_)? @body) @scope.class
(interface_declaration name: (_) @name bases: (base_list)? @base body: (_) @body) @scope.interface
(enum_declaration name: (_) @name body: (_) @body) @scope.enum
(method_declaration name: (_) @name parameters: (_) @parameters body: (arrow_expression_clause (_) @result)) @scope.function
(method_declaration name: (_) @name parameters: (_) @parameters body: (block)? @body) @scope.function
(local_function_statement name: (_) @name parameters: (_) @parameters body: (_) @body) @scope.function
(constructor_declaration name: (_) @name parameters: (_) @parameters body: (_) @body) @scope.function
(lambda_expression parameters: (_) @parameters body: (block) @body) @scope.function
(lambda_expression parameters: (_) @parameters body: (_) @result) @scope.function
(return_statement (_)? @value) @result
(attribute name: (_) @name (attribute_argument_list)? @arguments) @annotation
(type_parameter_list) @skip
