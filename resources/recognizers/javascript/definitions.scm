; Names that are given a value.
(variable_declarator name: (_) @target value: (_)? @value) @definition.variable
(assignment_expression left: (_) @target right: (_) @value) @definition.variable
(augmented_assignment_expression left: (_) @target right: (_) @value) @definition.append
(assignment_pattern left: (_) @target right: (_) @value) @definition.parameter
(field_definition property: (_) @target value: (_)? @value) @definition.field
