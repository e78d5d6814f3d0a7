package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;

/** Computes the answer to one request. */
@FunctionalInterface
interface Handler {

    /**
     * @throws dev.layeredsaga.paymentstub.vocabulary.InvalidInput if the request makes no sense
     * @throws tools.jackson.core.JacksonException if its body is not the JSON that is expected
     */
    ResponseDefinition answer(Request request);
}
