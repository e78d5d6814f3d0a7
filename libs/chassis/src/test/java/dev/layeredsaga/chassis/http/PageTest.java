package dev.layeredsaga.chassis.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {

    @Test
    void namesTheLastEntryIfThereAreMore() {
        Page<String, String> page = Page.of(List.of("a", "b", "c"), 2, entry -> "after " + entry);

        assertThat(page.entries()).containsExactly("a", "b");
        assertThat(page.next()).isEqualTo("after b");
    }

    @Test
    void hasNoNextPageIfThereAreNoMore() {
        assertThat(Page.of(List.of("a", "b"), 2, entry -> entry).next()).isNull();
        assertThat(Page.of(List.<String>of(), 2, entry -> entry).next()).isNull();
    }

    @Test
    void keepsItsPlaceWhenItsEntriesAreConverted() {
        Page<Integer, String> lengths =
                Page.of(List.of("a", "bb", "c"), 2, entry -> entry).map(String::length);

        assertThat(lengths).isEqualTo(new Page<>(List.of(1, 2), "bb"));
    }
}
