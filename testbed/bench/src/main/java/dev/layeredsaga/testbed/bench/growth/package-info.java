/** Whether throughput and times stay what they are while everything grows. */
@NullMarked
package dev.layeredsaga.testbed.bench.growth;

import org.jspecify.annotations.NullMarked;
