(call_expression function: (_) @callee arguments: (_) @arguments) @call
(field_expression argument: (_) @object field: (_) @name) @member
(subscript_expression argument: (_) @object index: (_) @key) @index
(binary_expression left: (_) @operand right: (_) @operand) @operation
(conditional_expression condition: (_) @condition consequence: (_)? @option alternative: (_) @option) @choice
(concatenated_string) @operation
(initializer_list) @list
(initializer_pair designator: (_) @key value: (_) @value) @pair
(comment) @comment
