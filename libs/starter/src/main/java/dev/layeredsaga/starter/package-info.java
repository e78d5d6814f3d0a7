/** The engine in a Spring Boot service of one's own. */
package dev.layeredsaga.starter;
