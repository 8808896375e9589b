(variable_declarator . (identifier) @target (equals_value_clause (_) @value)?) @definition.variable
(field_declaration (variable_declaration (variable_declarator . (identifier) @target (equals_value_clause (_) @value)?))) @definition.field
(property_declaration name: (_) @target value: (arrow_expression_clause (_) @value)) @definition.field
(property_declaration name: (_) @target value: (_)? @value) @definition.field
(assignment_expression left: (_) @target (assignment_operator) @operator right: (_) @value) @definition.variable
(parameter name: (_) @target (equals_value_clause (_) @value)?) @definition.parameter
(enum_member_declaration name: (_) @target value: (_)? @value) @definition.enum-member
(type_argument_list) @skip
(modifier) @skip
