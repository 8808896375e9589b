(use_declaration argument: (_) @module) @import
