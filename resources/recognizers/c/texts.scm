(string_literal) @text
(char_literal) @text
(system_lib_string) @text
(preproc_arg) @code
