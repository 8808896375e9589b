(const_element . (_) @target (_) @value) @definition.constant
(property_element . (_) @target (property_initializer (_) @value)?) @definition.field
(assignment_expression left: (_) @target right: (_) @value) @definition.variable
(augmented_assignment_expression left: (_) @target right: (_) @value) @definition.append
(simple_parameter name: (_) @target default_value: (_)? @value) @definition.parameter
(property_promotion_parameter name: (_) @target default_value: (_)? @value) @definition.field
(enum_case name: (_) @target value: (_)? @value) @definition.enum-member
