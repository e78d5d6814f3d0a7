@NullMarked
package dev.layeredsaga.testbed.demo;

import org.jspecify.annotations.NullMarked;
