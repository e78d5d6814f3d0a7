package dev.layeredsaga.chassis.http;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Leads a browser from the service's bare address to a page. For programs, which accept no HTML, nothing is there. */
public final class RootPage {

    private RootPage() {}

    /** @param page the path of the page, such as {@code /docs} */
    public static RouterFunction<ServerResponse> leadingTo(String page) {
        return RouterFunctions.route(
                RequestPredicates.GET("/")
                        .and(RequestPredicates.headers(
                                headers -> headers.accept().contains(MediaType.TEXT_HTML))),
                request -> ServerResponse.status(HttpStatus.FOUND)
                        .location(URI.create(page))
                        .build());
    }
}
