/** What Hibernate writes, in fewer statements. */
@NullMarked
package dev.layeredsaga.messaging.hibernate;

import org.jspecify.annotations.NullMarked;
