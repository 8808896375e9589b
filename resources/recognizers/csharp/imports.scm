(using_directive (_) @module) @import
