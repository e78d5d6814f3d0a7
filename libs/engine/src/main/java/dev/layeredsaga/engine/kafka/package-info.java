@NullMarked
package dev.layeredsaga.engine.kafka;

import org.jspecify.annotations.NullMarked;
