(preproc_include path: (_) @module) @import
