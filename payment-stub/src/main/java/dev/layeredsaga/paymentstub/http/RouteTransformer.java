package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import dev.layeredsaga.paymentstub.http.api.Route;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.http.message.StubHeader;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import tools.jackson.core.JacksonException;

/** Calls a route's handler from WireMock and converts its exceptions to problems. */
final class RouteTransformer implements ResponseDefinitionTransformerV2 {

    private static final System.Logger LOG = System.getLogger(RouteTransformer.class.getName());

    private final Route route;

    RouteTransformer(Route route) {
        this.route = route;
    }

    @Override
    public ResponseDefinition transform(ServeEvent serveEvent) {
        return StubHeader.on(answer(serveEvent.getRequest()));
    }

    // no exception may reach WireMock, which would send the stack trace to the client
    private ResponseDefinition answer(Request request) {
        try {
            return route.handler().answer(request);
        } catch (InvalidInput e) {
            return Problems.invalid(e);
        } catch (JacksonException e) {
            return Problems.malformed(e);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "could not answer " + request.getUrl(), e);
            return Problems.of(ErrorCode.INTERNAL_ERROR, "something in the stub itself went wrong");
        }
    }

    @Override
    public boolean applyGlobally() {
        return false;
    }

    @Override
    public String getName() {
        return route.name();
    }
}
