(call receiver: (_)? @object method: (_) @name arguments: (argument_list)? @arguments block: (_)? @argument) @call
(scope_resolution scope: (_)? @object name: (_) @name) @member
(element_reference object: (_) @object . (_) @key) @index
(binary left: (_) @operand right: (_) @operand) @operation
(chained_string) @operation
(conditional condition: (_) @condition consequence: (_) @option alternative: (_) @option) @choice
(array) @list
(string_array) @list
(symbol_array) @list
(left_assignment_list) @list
(hash) @mapping
(hash_pattern) @mapping
(pair key: (_) @key value: (_)? @value) @pair
(keyword_pattern key: (_) @key value: (_)? @value) @pair
(comment) @comment
