(string_literal) @text
(character_literal) @text
(interpolated_identifier) @hole
(interpolated_expression) @hole
