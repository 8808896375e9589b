(assignment left: (_) @target right: (_)? @value) @definition.variable
(augmented_assignment left: (_) @target right: (_) @value) @definition.append
(named_expression name: (_) @target value: (_) @value) @definition.variable
(default_parameter name: (_) @target value: (_) @value) @definition.parameter
(typed_default_parameter name: (_) @target value: (_) @value) @definition.parameter
(typed_parameter . (_) @target) @definition.parameter
(type) @skip
