(val_definition pattern: (_) @target value: (_)? @value) @definition.constant
(var_definition pattern: (_) @target value: (_)? @value) @definition.variable
(assignment_expression left: (_) @target right: (_) @value) @definition.variable
(class_parameter name: (_) @target) @definition.field
(parameter name: (_) @target) @definition.parameter
(type_arguments) @skip
(modifiers) @skip
