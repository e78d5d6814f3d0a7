/** The stub for JUnit tests of those who call payment gateways; the only package that knows JUnit and AssertJ. */
@NullMarked
package dev.layeredsaga.paymentstub.junit;

import org.jspecify.annotations.NullMarked;
