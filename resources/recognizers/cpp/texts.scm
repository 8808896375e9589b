(string_literal) @text
(raw_string_literal) @text
(char_literal) @text
(user_defined_literal . (_) @only) @same
(system_lib_string) @text
(preproc_arg) @code
