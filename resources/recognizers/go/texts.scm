(interpreted_string_literal) @text
(raw_string_literal) @text
(rune_literal) @text
