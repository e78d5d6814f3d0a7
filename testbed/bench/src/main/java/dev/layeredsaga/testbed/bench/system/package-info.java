/** Measures whole systems under orders over HTTP: this project's and an ordinary one. */
@NullMarked
package dev.layeredsaga.testbed.bench.system;

import org.jspecify.annotations.NullMarked;
