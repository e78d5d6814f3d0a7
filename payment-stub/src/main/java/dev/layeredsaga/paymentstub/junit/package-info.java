/** The stub in JUnit tests of payment gateway clients; the only package that knows JUnit and AssertJ. */
@NullMarked
package dev.layeredsaga.paymentstub.junit;

import org.jspecify.annotations.NullMarked;
