(object) @mapping
(array) @list
(pair key: (_) @key value: (_) @value) @pair
(comment) @comment
