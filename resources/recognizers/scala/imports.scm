(import_declaration path: (_) @module) @import
