/** Common handling of all requests: problem details, access rules, validation of texts. */
package dev.layeredsaga.order.web;
