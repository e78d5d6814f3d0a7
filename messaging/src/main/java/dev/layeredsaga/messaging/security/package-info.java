/** Who may call a service's HTTP API: bearer tokens (OAuth 2, JWT) for everything but its health. */
@NullMarked
package dev.layeredsaga.messaging.security;

import org.jspecify.annotations.NullMarked;
