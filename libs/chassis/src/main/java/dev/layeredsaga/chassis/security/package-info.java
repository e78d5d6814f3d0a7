/** Access control of the HTTP APIs: bearer tokens (OAuth 2, JWT) for everything except health. */
@NullMarked
package dev.layeredsaga.chassis.security;

import org.jspecify.annotations.NullMarked;
