/** Access control of the HTTP APIs: bearer tokens (OAuth 2, JWT) for everything except health. */
package dev.layeredsaga.chassis.security;
