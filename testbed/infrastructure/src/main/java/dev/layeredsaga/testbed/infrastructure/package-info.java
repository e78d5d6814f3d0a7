/**
 * PostgreSQL, Redis and Kafka as one object: {@link dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure
 * embedded} or {@link dev.layeredsaga.testbed.infrastructure.DockerInfrastructure in Docker}. Tests share one per JVM
 * through {@link dev.layeredsaga.testbed.infrastructure.SharedInfrastructure}.
 */
package dev.layeredsaga.testbed.infrastructure;
