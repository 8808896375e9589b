(function_definition name: (_) @name body: (_) @body) @scope.function
