/** The conformance kit: drives a participant in any language over its topics and reports which of its duties it keeps. */
package dev.layeredsaga.testbed.conformance;
