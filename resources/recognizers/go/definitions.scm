(const_spec name: (_) @target value: (_)? @value) @definition.constant
(var_spec name: (_) @target value: (_)? @value) @definition.variable
(short_var_declaration left: (_) @target right: (_) @value) @definition.variable
(assignment_statement left: (_) @target operator: "=" right: (_) @value) @definition.variable
(assignment_statement left: (_) @target right: (_) @value) @definition.append
(field_declaration name: (_) @target tag: (_)? @tag) @definition.field
(parameter_declaration name: (_) @target) @definition.parameter
