package dev.layeredsaga.chassis.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class RequestSyntaxFilterTest {

    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final MockFilterChain chain = new MockFilterChain();

    @ParameterizedTest
    @ValueSource(
            strings = {"application/x-www-form-urlencoded", "APPLICATION/X-WWW-FORM-URLENCODED;charset=nope", "*/*"})
    void refusesBodiesThatNoServiceReads(String type) throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/orders");
        request.setContentType(type);

        new RequestSyntaxFilter().doFilter(request, response, chain);

        assertThat(response.getStatus()).isEqualTo(415);
        assertThat(chain.getRequest()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "application/json;charset=utf-8, 200",
        "'application/json; charset=\"UTF-8\"', 200",
        "application/json, 200",
        "application/json; charset=ISO-8859-1, 415",
        "application/json; v=1; charset=utf-16, 415"
    })
    void acceptsJsonInUtf8Only(String type, int status) throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/orders");
        request.addHeader("Content-Type", type);

        new RequestSyntaxFilter().doFilter(request, response, chain);

        assertThat(response.getStatus()).isEqualTo(status);
    }

    @Test
    void refusesACompressedBody() throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/orders");
        request.setContentType("application/json");
        request.addHeader("Content-Encoding", "gzip");

        new RequestSyntaxFilter().doFilter(request, response, chain);

        assertThat(response.getStatus()).isEqualTo(415);
        assertThat(response.getHeader("Accept-Encoding")).isEqualTo("identity");
        assertThat(chain.getRequest()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {";", "*/*;q=x", "image/png, ;"})
    void refusesAnAcceptThatIsNoMediaType(String accept) throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/orders");
        request.addHeader("Accept", accept);

        new RequestSyntaxFilter().doFilter(request, response, chain);

        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(chain.getRequest()).isNull();
    }

    @Test
    void refusesParametersThatTomcatCannotDecode() throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/orders") {
            @Override
            public Enumeration<String> getParameterNames() {
                throw new InvalidParameterException("not UTF-8");
            }
        };
        request.setQueryString("a=%c3%28");

        new RequestSyntaxFilter().doFilter(request, response, chain);

        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(chain.getRequest()).isNull();
    }

    @Test
    void leavesParametersAloneWhereThereIsNoQuery() throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/orders") {
            @Override
            public Enumeration<String> getParameterNames() {
                throw new AssertionError("would read the body");
            }

            @Override
            public Enumeration<String> getHeaderNames() {
                return Collections.emptyEnumeration();
            }
        };

        new RequestSyntaxFilter().doFilter(request, response, chain);

        assertThat(chain.getRequest()).isSameAs(request);
    }
}
