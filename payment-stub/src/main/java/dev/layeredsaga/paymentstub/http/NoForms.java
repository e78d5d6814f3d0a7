package dev.layeredsaga.paymentstub.http;

import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import wiremock.jakarta.servlet.FilterChain;
import wiremock.jakarta.servlet.ServletException;
import wiremock.jakarta.servlet.http.HttpFilter;
import wiremock.jakarta.servlet.http.HttpServletRequest;
import wiremock.jakarta.servlet.http.HttpServletResponse;

/** Refuses forms in several parts, over which WireMock stumbles before it asks any route. */
final class NoForms extends HttpFilter {

    private static final long serialVersionUID = 1;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain inside)
            throws IOException, ServletException {
        String type = Objects.requireNonNullElse(request.getContentType(), "");
        if (type.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
            Refusals.send(Problems.invalid(Requests.notJson()), response);
        } else {
            inside.doFilter(request, response);
        }
    }
}
