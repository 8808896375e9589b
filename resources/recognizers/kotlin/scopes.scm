(class_declaration "interface" (type_identifier) @name (class_body)? @body) @scope.interface
(class_declaration (type_identifier) @name (primary_constructor)? @parameters (delegation_specifier)* @base [(class_body) (enum_class_body)]? @body) @scope.class
(object_declaration (type_identifier) @name (class_body) @body) @scope.class
(companion_object (class_body) @body) @scope.class
(function_declaration (simple_identifier) @name (function_value_parameters) @parameters (function_body)? @body) @scope.function
(lambda_literal) @scope.function
(anonymous_function) @scope.function
(jump_expression (_)? @value) @result
(annotation (constructor_invocation (user_type) @name (value_arguments) @arguments)) @annotation
(annotation (user_type) @name) @annotation
