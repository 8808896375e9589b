<?php
// Compares in constant time. Answer 401 if it is not the expected value.
function is_authorized(string $expected): bool
{
    return hash_equals($expected, $_SERVER['HTTP_AUTHORIZATION'] ?? '');
}
