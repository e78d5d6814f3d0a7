/**
 * PostgreSQL, Redis and Kafka as one object: {@link dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure
 * embedded} or {@link dev.layeredsaga.testbed.infrastructure.DockerInfrastructure in Docker}. Tests share one per JVM
 * through {@link dev.layeredsaga.testbed.infrastructure.SharedInfrastructure}.
 */
@NullMarked
package dev.layeredsaga.testbed.infrastructure;

import org.jspecify.annotations.NullMarked;
