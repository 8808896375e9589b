(import_declaration (_) @module) @import
(package_declaration) @skip
