(string) @text
(concatenated_string) @operation
(interpolation) @hole
