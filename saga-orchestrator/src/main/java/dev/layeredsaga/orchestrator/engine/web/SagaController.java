package dev.layeredsaga.orchestrator.engine.web;

import dev.layeredsaga.orchestrator.engine.SagaQueries;
import dev.layeredsaga.orchestrator.engine.SagaStatus;
import dev.layeredsaga.orchestrator.engine.SagaView;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What operators can look at. */
@RestController
class SagaController {

    private final SagaQueries sagas;

    SagaController(SagaQueries sagas) {
        this.sagas = sagas;
    }

    record SagaList(List<SagaView> sagas) {}

    @GetMapping("/sagas/{id}")
    SagaView saga(@PathVariable UUID id) {
        return sagas.find(id).orElseThrow(() -> new SagaNotFoundException(id));
    }

    @GetMapping("/sagas")
    SagaList sagas(
            @RequestParam @Nullable SagaStatus status,
            @RequestParam @Nullable String step,
            @RequestParam @Nullable UUID after,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        return new SagaList(sagas.list(status, step, after, limit));
    }
}
