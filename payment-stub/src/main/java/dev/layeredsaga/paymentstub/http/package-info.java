/** The gateway over HTTP; the only package that knows WireMock. */
@NullMarked
package dev.layeredsaga.paymentstub.http;

import org.jspecify.annotations.NullMarked;
