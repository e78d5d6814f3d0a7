/** The gateway over HTTP; the only package that knows WireMock. */
package dev.layeredsaga.paymentstub.http;
