(struct_item name: (_) @name body: (_)? @body) @scope.class
(enum_item name: (_) @name body: (_) @body) @scope.enum
(trait_item name: (_) @name body: (_) @body) @scope.interface
(impl_item type: (_) @name body: (_)? @body) @scope.class
(mod_item name: (_) @name body: (_)? @body) @scope.module
(function_item name: (_) @name parameters: (_) @parameters body: (_) @body) @scope.function
(function_signature_item name: (_) @name parameters: (_) @parameters) @scope.function
(closure_expression parameters: (_) @parameters body: (block) @body) @scope.function
(closure_expression parameters: (_) @parameters body: (_) @result) @scope.function
(return_expression (_)? @value) @result
(attribute_item (attribute . (_) @name arguments: (_)? @arguments)) @annotation
(type_parameters) @skip
