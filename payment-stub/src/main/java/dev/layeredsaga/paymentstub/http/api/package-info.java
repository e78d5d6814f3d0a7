/** The endpoints of the API and the webhooks that are sent. */
package dev.layeredsaga.paymentstub.http.api;
