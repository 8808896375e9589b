(string_literal) @text
(character_literal) @text
