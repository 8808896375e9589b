(variable_assignment name: (_) @target value: (_)? @value) @definition.variable
