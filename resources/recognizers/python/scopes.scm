(class_definition name: (_) @name superclasses: (argument_list)? @base body: (_) @body) @scope.class
(function_definition name: (_) @name parameters: (_) @parameters body: (_) @body) @scope.function
(lambda parameters: (_)? @parameters body: (_) @result) @scope.function
(return_statement (_)? @value) @result
(decorator (call function: (_) @name arguments: (_) @arguments)) @annotation
(decorator (_) @name) @annotation
