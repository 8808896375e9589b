(string) @text
(string_transform_expression (string) @only) @same
(interpolation) @hole
