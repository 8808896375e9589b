(command name: (command_name) @callee argument: (_)* @argument) @call
(expansion (variable_name) @option (_) @option) @choice
(array) @list
(comment) @comment
