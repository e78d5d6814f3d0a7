/** The whole gateway, independent of its protocol. */
package dev.layeredsaga.paymentstub.gateway;
