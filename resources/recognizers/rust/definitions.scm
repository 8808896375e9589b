(const_item name: (_) @target value: (_)? @value) @definition.constant
(static_item name: (_) @target value: (_)? @value) @definition.constant
(let_declaration pattern: (_) @target value: (_)? @value) @definition.variable
(assignment_expression left: (_) @target right: (_) @value) @definition.variable
(compound_assignment_expr left: (_) @target right: (_) @value) @definition.append
(field_declaration name: (_) @target) @definition.field
(parameter pattern: (_) @target) @definition.parameter
(enum_variant name: (_) @target) @definition.enum-member
(type_arguments) @skip
(visibility_modifier) @skip
