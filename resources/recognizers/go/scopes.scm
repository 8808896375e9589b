(type_spec name: (_) @name type: (struct_type) @body) @scope.class
(type_spec name: (_) @name type: (interface_type) @body) @scope.interface
(function_declaration name: (_) @name parameters: (_) @parameters body: (_)? @body) @scope.function
(method_declaration receiver: (_) @parameters name: (_) @name parameters: (_) @parameters body: (_)? @body) @scope.function
(func_literal parameters: (_) @parameters body: (_) @body) @scope.function
(return_statement (_)? @value) @result
