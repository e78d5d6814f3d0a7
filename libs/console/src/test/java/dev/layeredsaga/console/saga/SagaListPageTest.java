package dev.layeredsaga.console.saga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.console.ConsolePage;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.console.Shell;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class SagaListPageTest {

    @Test
    void hasWhatEverySagaHas() {
        assertThat(html(new SagaContent() {}))
                .contains("placeholder=\"Saga\"")
                .contains("Reason <input")
                .doesNotContainIgnoringCase("order", "customer", "sku");
    }

    @Test
    void hasWhatTheServiceAdds() {
        String html = html(new SagaContent() {
            @Override
            public List<String> columns() {
                return List.of("Hotel");
            }

            @Override
            public List<Filter> filters() {
                return List.of(new Filter("hotel", "Hotel", 40));
            }

            @Override
            public List<String> reasons() {
                return List.of("FULL");
            }
        });

        assertThat(html)
                .contains("<th scope=\"col\">Hotel</th>")
                .contains("<input type=\"text\" name=\"hotel\" value=\"Ritz\" maxlength=\"40\"")
                .contains("<option value=\"FULL\"")
                .contains("<a href=\"/console/hotels\">Hotels</a>");
    }

    private static String html(SagaContent content) {
        Pages pages = new Pages(new StaticListableBeanFactory().getBeanProvider(ConsolePage.class), content);
        ConsolePage own = new ConsolePage("Hotels", "/console/hotels");
        Shell shell = new Shell("Sagas", "kim", true, "csrf", List.of(own), content.searchHint());
        SagaRows rows =
                new SagaRows(new SagaRows.Table(content.columns(), List.of()), "/console/sagas/rows", null, null, true);
        SagaListRequest request = new SagaListRequest(Map.of("hotel", "Ritz"), content);
        return pages.render(
                "console/sagaList.jte", new SagaListPage(shell, request, request.problems(), rows, 0, content));
    }
}
