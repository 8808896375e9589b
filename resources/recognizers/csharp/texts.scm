(string_literal) @text
(verbatim_string_literal) @text
(character_literal) @text
(interpolated_string_expression) @text
(interpolation) @hole
