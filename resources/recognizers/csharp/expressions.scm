(invocation_expression function: (_) @callee arguments: (_) @arguments) @call
(object_creation_expression type: (_) @callee arguments: (argument_list)? @arguments initializer: (_)? @argument) @call
(implicit_object_creation_expression (argument_list)? @arguments (initializer_expression)? @argument) @call
(member_access_expression expression: (_) @object name: (_) @name) @member
(conditional_access_expression condition: (_) @object (member_binding_expression name: (_) @name)) @member
(conditional_access_expression condition: (_) @object (element_binding_expression (bracketed_argument_list (_) @key))) @index
(qualified_name) @name
(element_access_expression expression: (_) @object subscript: (bracketed_argument_list . (_) @key)) @index
(element_binding_expression (bracketed_argument_list . (_) @key)) @index
(binary_expression left: (_) @operand right: (_) @operand) @operation
(conditional_expression condition: (_) @condition consequence: (_) @option alternative: (_) @option) @choice
(initializer_expression) @mapping
(anonymous_object_creation_expression) @mapping
(tuple_expression) @list
(argument (name_colon (identifier) @key) . (_) @value) @pair
(attribute_argument (name_equals (identifier) @key) . (_) @value) @pair
(attribute_argument (name_colon (identifier) @key) . (_) @value) @pair
(comment) @comment
