/** Requests, responses and problems in JSON. */
package dev.layeredsaga.paymentstub.http.message;
