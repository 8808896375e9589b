(init_declarator declarator: (_) @target value: (_) @value) @definition.variable
(assignment_expression left: (_) @target operator: "=" right: (_) @value) @definition.variable
(assignment_expression left: (_) @target right: (_) @value) @definition.append
(parameter_declaration declarator: (_) @target) @definition.parameter
(preproc_def name: (_) @target value: (_)? @value) @definition.constant
(enumerator name: (_) @target value: (_)? @value) @definition.enum-member
(field_declaration declarator: (_) @target) @definition.field
