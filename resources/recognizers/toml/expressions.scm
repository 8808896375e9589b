(inline_table) @mapping
(array) @list
(pair . (_) @key (_) @value) @pair
(table . (_) @named) @mapping
(table_array_element . (_) @named) @mapping
(comment) @comment
