/** What holds for every service's HTTP API, whatever it offers. */
@NullMarked
package dev.layeredsaga.messaging.http;

import org.jspecify.annotations.NullMarked;
