package dev.layeredsaga.order.web;

/**
 * What is wrong with one field of a request.
 *
 * @param field its path, such as {@code lines[0].quantity}
 */
public record FieldProblem(String field, String message) {}
