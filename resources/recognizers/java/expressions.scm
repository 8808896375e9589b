(method_invocation object: (_)? @object name: (_) @name arguments: (_) @arguments) @call
(object_creation_expression type: (_) @callee arguments: (_) @arguments) @call
(explicit_constructor_invocation arguments: (_) @arguments) @call
(field_access object: (_) @object field: (_) @name) @member
(scoped_identifier scope: (_) @object name: (_) @name) @member
(scoped_type_identifier) @name
(method_reference . (_) @object (identifier) @name .) @member
(array_access array: (_) @object index: (_) @key) @index
(binary_expression left: (_) @operand right: (_) @operand) @operation
(ternary_expression condition: (_) @condition consequence: (_) @option alternative: (_) @option) @choice
(array_initializer) @list
(element_value_array_initializer) @list
(element_value_pair key: (_) @key value: (_) @value) @pair
(line_comment) @comment
(block_comment) @comment
