(assignment left: (constant) @target right: (_) @value) @definition.constant
(assignment left: (_) @target right: (_) @value) @definition.variable
(operator_assignment left: (_) @target right: (_) @value) @definition.append
(optional_parameter name: (_) @target value: (_) @value) @definition.parameter
(keyword_parameter name: (_) @target value: (_)? @value) @definition.parameter
