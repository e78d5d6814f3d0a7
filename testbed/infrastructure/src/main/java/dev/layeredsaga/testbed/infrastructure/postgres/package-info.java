/** PostgreSQL: embedded, and with a synchronous standby. */
package dev.layeredsaga.testbed.infrastructure.postgres;
