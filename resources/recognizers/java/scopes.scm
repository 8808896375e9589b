(class_declaration name: (_) @name superclass: (_)? @base interfaces: (_)? @base body: (_) @body) @scope.class
(record_declaration name: (_) @name parameters: (_) @parameters body: (_) @body) @scope.class
(interface_declaration name: (_) @name (extends_interfaces)? @base body: (_) @body) @scope.interface
(annotation_type_declaration name: (_) @name body: (_) @body) @scope.interface
(enum_declaration name: (_) @name body: (_) @body) @scope.enum
(method_declaration name: (_) @name parameters: (_) @parameters body: (_)? @body) @scope.function
(constructor_declaration name: (_) @name parameters: (_) @parameters body: (_) @body) @scope.function
(lambda_expression parameters: (_) @parameters body: (block) @body) @scope.function
(lambda_expression parameters: (_) @parameters body: (_) @result) @scope.function
(return_statement (_)? @value) @result
(annotation name: (_) @name arguments: (_) @arguments) @annotation
(marker_annotation name: (_) @name) @annotation
(type_parameters) @skip
(throws) @skip
