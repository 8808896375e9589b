(import_header (identifier) @module) @import
(package_header) @skip
