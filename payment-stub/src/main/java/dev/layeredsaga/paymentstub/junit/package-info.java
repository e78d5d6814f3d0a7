/** The stub in JUnit tests of payment gateway clients; the only package that knows JUnit and AssertJ. */
package dev.layeredsaga.paymentstub.junit;
