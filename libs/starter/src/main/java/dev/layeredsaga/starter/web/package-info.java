/** The operators' API of sagas. */
package dev.layeredsaga.starter.web;
