/** PostgreSQL: embedded, and with a synchronous standby. */
@NullMarked
package dev.layeredsaga.testbed.infrastructure.postgres;

import org.jspecify.annotations.NullMarked;
