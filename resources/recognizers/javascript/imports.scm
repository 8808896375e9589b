(import_statement source: (string) @module) @import
(import_specifier name: (_) @imported alias: (_)? @local) @imported.name
(import_clause (identifier) @local) @imported.name
(namespace_import (identifier) @local) @imported.name
(export_statement source: (string) @module) @import
