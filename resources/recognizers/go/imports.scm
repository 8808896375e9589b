(import_spec path: (_) @module) @import
(package_clause) @skip
