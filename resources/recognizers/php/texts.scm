(string) @text
(encapsed_string) @text
(heredoc_body) @text
(nowdoc_body) @text
(shell_command_expression) @text
(encapsed_string (member_access_expression) @hole)
(encapsed_string (variable_name) @hole)
(encapsed_string (subscript_expression) @hole)
(encapsed_string (member_call_expression) @hole)
(heredoc_body (member_access_expression) @hole)
(heredoc_body (variable_name) @hole)
(heredoc_body (subscript_expression) @hole)
