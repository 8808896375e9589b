(call_expression . (_) @callee (call_suffix (value_arguments)? @arguments (annotated_lambda)? @argument)) @call
(constructor_invocation (user_type) @callee (value_arguments) @arguments) @call
(navigation_expression . (_) @object (navigation_suffix (simple_identifier) @name)) @member
(directly_assignable_expression . (_) @object (navigation_suffix (simple_identifier) @name)) @member
(indexing_expression . (_) @object (indexing_suffix (_) @key)) @index
(directly_assignable_expression . (_) @object (indexing_suffix (_) @key)) @index
(additive_expression) @operation
(multiplicative_expression) @operation
(equality_expression) @operation
(comparison_expression) @operation
((infix_expression . (_) @key . (simple_identifier) @to . (_) @value) @pair (#eq? @to "to"))
(infix_expression) @operation
(elvis_expression (_) @option (_) @option) @choice
(if_expression (_) @condition . (control_structure_body) @option . (control_structure_body) @option) @choice
(collection_literal) @list
(value_argument . (simple_identifier) @key . (_) @value) @pair
(line_comment) @comment
(multiline_comment) @comment
