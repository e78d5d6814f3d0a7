/** Error responses of every HTTP API of this service. */
package dev.layeredsaga.orchestrator.web;
