package dev.layeredsaga.paymentstub.http;

import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;
import wiremock.jakarta.servlet.http.HttpServletRequest;
import wiremock.jakarta.servlet.http.HttpServletRequestWrapper;

/** A request without its credentials. */
final class Discreet extends HttpServletRequestWrapper {

    static final String AUTHORIZATION = "Authorization";

    Discreet(HttpServletRequest request) {
        super(request);
    }

    @Override
    public @Nullable String getHeader(String name) {
        return isHidden(name) ? null : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return isHidden(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(Collections.list(super.getHeaderNames()).stream()
                .filter(name -> !isHidden(name))
                .toList());
    }

    private static boolean isHidden(String name) {
        return AUTHORIZATION.equalsIgnoreCase(name);
    }
}
