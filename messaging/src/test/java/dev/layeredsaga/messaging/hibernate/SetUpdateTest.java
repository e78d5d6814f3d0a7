package dev.layeredsaga.messaging.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SetUpdateTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update seat set price=? where id=?",
                "update seat set price=?,version=? where id=? and version=?"
            })
    void knowsUpdatesThatSayWhichColumnsGetWhichValues(String sql) {
        assertThat(SetUpdate.of(sql)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into seat (price,id) values (?,?)",
                "delete from seat where id=? and version=?",
                "update seat set price=upper(?) where id=?",
                "update seat set price=?,version=version+1 where id=?",
                "update seat set price=? where id=? and holder is null",
                "update seat set price=? where id=? or version=?",
                "update seat set price=? where id=? returning version",
            })
    void leavesEverythingElseAlone(String sql) {
        assertThat(SetUpdate.of(sql)).isEmpty();
    }
}
