; Names that are given a value.
(variable_declarator name: (_) @target value: (_)? @value) @definition.variable
(assignment_expression left: (_) @target right: (_) @value) @definition.variable
(augmented_assignment_expression left: (_) @target right: (_) @value) @definition.append
(assignment_pattern left: (_) @target right: (_) @value) @definition.parameter

(public_field_definition name: (_) @target value: (_)? @value) @definition.field
(property_signature name: (_) @target) @definition.field
(required_parameter pattern: (_) @target value: (_)? @value) @definition.parameter
(optional_parameter pattern: (_) @target value: (_)? @value) @definition.parameter
(enum_assignment name: (_) @target value: (_) @value) @definition.enum-member
(type_annotation) @skip
(type_arguments) @skip
(as_expression (_) @only . (_)) @same
(satisfies_expression (_) @only . (_)) @same
