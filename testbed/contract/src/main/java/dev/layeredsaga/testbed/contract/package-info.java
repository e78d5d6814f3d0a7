/** Tests a running service with requests generated from its OpenAPI specification and checks every response against it. */
package dev.layeredsaga.testbed.contract;
