package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;

/** Handles one request. */
@FunctionalInterface
interface Handler {

    /**
     * @throws dev.layeredsaga.paymentstub.vocabulary.InvalidInput if the request is invalid
     * @throws tools.jackson.core.JacksonException if its body is not the expected JSON
     */
    ResponseDefinition answer(Request request);
}
