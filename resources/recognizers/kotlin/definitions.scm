(property_declaration (variable_declaration (simple_identifier) @target) (property_delegate) @value) @definition.variable
(property_declaration (variable_declaration (simple_identifier) @target) (getter (function_body (_) @value))) @definition.variable
(property_declaration (variable_declaration (simple_identifier) @target) . (_)? @value) @definition.variable
(property_declaration (multi_variable_declaration) @target (_) @value) @definition.variable
(assignment . (_) @target (_) @value) @definition.variable
(class_parameter (simple_identifier) @target) @definition.field
(parameter . (simple_identifier) @target) @definition.parameter
(enum_entry (simple_identifier) @target (value_arguments)? @value) @definition.enum-member
(type_arguments) @skip
(type_modifiers) @skip
(visibility_modifier) @skip
(property_modifier) @skip
(function_modifier) @skip
(class_modifier) @skip
(member_modifier) @skip
(binding_pattern_kind) @skip
