(call function: (variable table: (_) @object method: (_) @name) arguments: (_) @arguments) @call
(call function: (_) @callee arguments: (_) @arguments) @call
(variable table: (_) @object field: (identifier) @name) @member
(variable table: (_) @object field: (_) @key) @index
(binary_expression left: (_) @operand right: (_) @operand) @operation
(table) @mapping
(field key: (_) @key value: (_) @value) @pair
(comment) @comment
