(call_expression function: (_) @callee arguments: (_) @arguments) @call
(macro_invocation macro: (_) @callee (token_tree) @arguments) @call
(field_expression value: (_) @object field: (_) @name) @member
(scoped_identifier path: (_)? @object name: (_) @name) @member
(scoped_type_identifier path: (_)? @object name: (_) @name) @member
(generic_function function: (_) @only) @same
(index_expression . (_) @object . (_) @key) @index
(binary_expression left: (_) @operand right: (_) @operand) @operation
(array_expression) @list
(tuple_expression) @list
(struct_expression name: (_) @named body: (_) @entries) @mapping
(struct_pattern type: (_) @named) @mapping
(field_pattern name: (_) @key pattern: (_)? @value) @pair
(field_initializer name: (_) @key value: (_) @value) @pair
(shorthand_field_initializer (_) @key) @pair
(line_comment) @comment
(block_comment) @comment
