; Literal texts, and what is computed inside.
(string) @text
(template_string) @text
(template_substitution) @hole
(regex) @text
(jsx_text) @text
