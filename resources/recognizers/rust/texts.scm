(string_literal) @text
(raw_string_literal) @text
(char_literal) @text
