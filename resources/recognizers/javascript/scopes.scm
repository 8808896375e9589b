(class_declaration name: (_)? @name (class_heritage)? @base body: (_) @body) @scope.class
(class (class_heritage)? @base body: (_) @body) @scope.class
(function_declaration name: (_) @name parameters: (_) @parameters body: (_) @body) @scope.function
(generator_function_declaration name: (_) @name parameters: (_) @parameters body: (_) @body) @scope.function
(function_expression parameters: (_) @parameters body: (_) @body) @scope.function
(arrow_function parameters: (formal_parameters) @parameters body: (statement_block) @body) @scope.function
(arrow_function parameter: (_) @parameter body: (statement_block) @body) @scope.function
(arrow_function parameters: (formal_parameters) @parameters body: (_) @result) @scope.function
(arrow_function parameter: (_) @parameter body: (_) @result) @scope.function
(method_definition name: (_) @name parameters: (_) @parameters body: (_) @body) @scope.function
(return_statement (_)? @value) @result
(decorator (call_expression function: (_) @name arguments: (_) @arguments)) @annotation
(decorator (_) @name) @annotation
