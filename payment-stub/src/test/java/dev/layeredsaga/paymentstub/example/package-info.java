/** An example to copy: a gateway client and its test, which use only the stub's public API. */
package dev.layeredsaga.paymentstub.example;
