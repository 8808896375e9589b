(call function: (_) @callee arguments: (argument_list) @arguments) @call
(call function: (_) @callee arguments: (generator_expression) @argument) @call
(attribute object: (_) @object attribute: (_) @name) @member
(subscript value: (_) @object subscript: (_) @key) @index
(binary_operator left: (_) @operand right: (_) @operand) @operation
(comparison_operator) @operation
(boolean_operator left: (_) @operand right: (_) @operand) @operation
(conditional_expression (_) @option . (_) @condition . (_) @option) @choice
(list) @list
(tuple) @list
(set) @list
(pattern_list) @list
(expression_list) @list
(dictionary) @mapping
(dict_pattern) @mapping
(pair key: (_) @key value: (_) @value) @pair
(keyword_argument name: (_) @key value: (_) @value) @pair
(comment) @comment
