(local_variable_declaration (variable_list) @target (expression_list)? @value) @definition.variable
(variable_assignment (variable_list) @target (expression_list) @value) @definition.variable
