(call_expression function: (_) @callee arguments: (_) @arguments) @call
(selector_expression operand: (_) @object field: (_) @name) @member
(qualified_type package: (_) @object name: (_) @name) @member
(index_expression operand: (_) @object index: (_) @key) @index
(binary_expression left: (_) @operand right: (_) @operand) @operation
(composite_literal type: (slice_type) body: (_) @items) @list
(composite_literal type: (array_type) body: (_) @items) @list
(composite_literal type: (_) @named body: (_) @entries) @mapping
(literal_value) @mapping
(keyed_element . (_) @key . (_) @value) @pair
(type_arguments) @skip
(comment) @comment
