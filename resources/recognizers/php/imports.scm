(namespace_use_clause (_) @module) @import
