package dev.layeredsaga.paymentstub.http.api;

import com.github.tomakehurst.wiremock.common.url.PathParams;
import com.github.tomakehurst.wiremock.common.url.PathTemplate;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;

/** An endpoint: its method, its path (with parameters in braces) and its handler. */
public record Route(String method, PathTemplate path, Handler handler) {

    Route(String method, String path, Handler handler) {
        this(method, new PathTemplate(path), handler);
    }

    /** Handles one request. */
    @FunctionalInterface
    public interface Handler {

        /**
         * @throws dev.layeredsaga.paymentstub.vocabulary.InvalidInput if the request is invalid
         * @throws tools.jackson.core.JacksonException if its body is not the expected JSON
         */
        ResponseDefinition answer(Request request, PathParams path);
    }
}
