package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.engine.query.SagaFilter;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.SagaStatus;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Operators' queries over HTTP. */
@RestController
record SagaController(SagaQueries sagas) {

    /** @param next the value of {@code after} for the next page; absent on the last one */
    record SagaList(List<SagaView> sagas, @Nullable UUID next) {

        static SagaList of(Page<SagaView, UUID> page) {
            return new SagaList(page.entries(), page.next());
        }
    }

    @GetMapping("/sagas/{id}")
    ResponseEntity<SagaView> saga(@PathVariable UUID id) {
        SagaView saga = sagas.find(id).orElseThrow(() -> new ProblemException(SagaProblem.SAGA_NOT_FOUND));
        return ResponseEntity.ok().eTag(tagOf(saga)).body(saga);
    }

    /** Another one after every change; the revision would not do, as attempts leave it. */
    static String tagOf(SagaView saga) {
        return DigestUtils.md5DigestAsHex(saga.toString().getBytes(StandardCharsets.UTF_8));
    }

    @GetMapping("/sagas")
    SagaList sagas(
            @RequestParam @Nullable SagaStatus status,
            @RequestParam @Nullable @PlainText String step,
            @RequestParam @Nullable @PlainText String definition,
            @RequestParam @Nullable UUID after,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        SagaFilter filter = new SagaFilter(status, step, definition);
        return SagaList.of(Page.of(sagas.list(filter, after, limit + 1), limit, SagaView::sagaId));
    }
}
