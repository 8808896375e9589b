; What is called, taken out, joined and put together.
(call_expression function: (_) @callee arguments: (arguments) @arguments) @call
(call_expression function: (_) @callee arguments: (template_string) @argument) @call
(new_expression constructor: (_) @callee arguments: (arguments) @arguments) @call
(member_expression object: (_) @object property: (_) @name) @member
(subscript_expression object: (_) @object index: (_) @key) @index
(binary_expression left: (_) @operand right: (_) @operand) @operation
(ternary_expression condition: (_) @condition consequence: (_) @option alternative: (_) @option) @choice
(array) @list
(array_pattern) @list
(object) @mapping
(object_pattern) @mapping
(pair key: (_) @key value: (_) @value) @pair
(pair_pattern key: (_) @key value: (_) @value) @pair
(shorthand_property_identifier) @pair.short
(shorthand_property_identifier_pattern) @pair.short
(comment) @comment

(jsx_attribute (property_identifier) @key (_) @value) @pair
