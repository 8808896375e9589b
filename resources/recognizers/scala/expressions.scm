(call_expression function: (_) @callee arguments: (_) @arguments) @call
(instance_expression (_) @callee (arguments)? @arguments) @call
(field_expression value: (_) @object field: (_) @name) @member
((infix_expression left: (_) @key operator: (_) @arrow right: (_) @value) @pair (#eq? @arrow "->"))
(infix_expression left: (_) @operand operator: (_) @operator right: (_) @operand) @operation
(if_expression condition: (_) @condition consequence: (_) @option alternative: (_) @option) @choice
(tuple_expression) @list
(comment) @comment
