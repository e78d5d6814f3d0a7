/** Measures whole systems under orders over HTTP: this project's and an ordinary one. */
package dev.layeredsaga.testbed.bench.system;
