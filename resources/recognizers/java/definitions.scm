(field_declaration declarator: (variable_declarator name: (_) @target value: (_)? @value)) @definition.field
(local_variable_declaration declarator: (variable_declarator name: (_) @target value: (_)? @value)) @definition.variable
(assignment_expression left: (_) @target operator: "=" right: (_) @value) @definition.variable
(assignment_expression left: (_) @target right: (_) @value) @definition.append
(constant_declaration declarator: (variable_declarator name: (_) @target value: (_)? @value)) @definition.constant
(formal_parameter name: (_) @target) @definition.parameter
(enum_constant name: (_) @target arguments: (_)? @value) @definition.enum-member
(type_arguments) @skip
