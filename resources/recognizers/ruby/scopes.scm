(class name: (_) @name superclass: (_)? @base body: (_)? @body) @scope.class
(module name: (_) @name body: (_)? @body) @scope.module
(method name: (_) @name parameters: (_)? @parameters body: (_)? @body) @scope.function
(singleton_method name: (_) @name parameters: (_)? @parameters body: (_)? @body) @scope.function
(do_block parameters: (_)? @parameters body: (_)? @body) @scope.function
(block parameters: (_)? @parameters body: (_)? @body) @scope.function
(lambda parameters: (_)? @parameters body: (_) @body) @scope.function
(return (argument_list (_) @value)?) @result
