(string) @text
