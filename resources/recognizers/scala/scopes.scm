(class_definition name: (_) @name class_parameters: (_)? @parameters extend: (_)? @base body: (_)? @body) @scope.class
(object_definition name: (_) @name body: (_)? @body) @scope.class
(trait_definition name: (_) @name body: (_)? @body) @scope.interface
(function_definition name: (_) @name parameters: (_)? @parameters body: (block) @body) @scope.function
(function_definition name: (_) @name parameters: (_)? @parameters body: (_) @result) @scope.function
(annotation name: (_) @name arguments: (_)? @arguments) @annotation
