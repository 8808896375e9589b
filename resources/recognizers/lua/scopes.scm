(local_function_definition_statement name: (_) @name parameters: (_) @parameters body: (_)? @body) @scope.function
(function_definition_statement name: (_) @name parameters: (_) @parameters body: (_)? @body) @scope.function
(function_definition parameters: (_) @parameters body: (_)? @body) @scope.function
(return_statement (_)? @value) @result
