(import_from_statement module_name: (_) @module) @import
(import_statement name: (dotted_name) @module) @import
(import_statement name: (aliased_import name: (_) @module)) @import
(import_from_statement name: (dotted_name (identifier) @imported)) @imported.list
(aliased_import name: (_) @imported alias: (_) @local) @imported.name
