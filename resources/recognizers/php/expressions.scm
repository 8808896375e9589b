(function_call_expression function: (_) @callee arguments: (_) @arguments) @call
(member_call_expression object: (_) @object name: (_) @name arguments: (_) @arguments) @call
(nullsafe_member_call_expression object: (_) @object name: (_) @name arguments: (_) @arguments) @call
(scoped_call_expression scope: (_) @object name: (_) @name arguments: (_) @arguments) @call
(object_creation_expression . (_) @callee (arguments)? @arguments) @call
(member_access_expression object: (_) @object name: (_) @name) @member
(nullsafe_member_access_expression object: (_) @object name: (_) @name) @member
(scoped_property_access_expression scope: (_) @object name: (_) @name) @member
(class_constant_access_expression . (_) @object . (_) @name) @member
(qualified_name (name) @only) @same
(variable_name) @name
(subscript_expression . (_) @object . (_)? @key) @index
(binary_expression left: (_) @operand right: (_) @operand) @operation
(conditional_expression condition: (_) @condition body: (_)? @option alternative: (_) @option) @choice
(array_creation_expression) @mapping
(list_literal) @mapping
(array_element_initializer . (_) @key . (_) @value) @pair
(argument name: (_) @key (_) @value) @pair
(match_conditional_expression conditional_expressions: (_) @key return_expression: (_) @value) @pair
(comment) @comment
