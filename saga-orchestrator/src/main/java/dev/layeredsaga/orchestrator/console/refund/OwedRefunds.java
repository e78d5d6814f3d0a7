package dev.layeredsaga.orchestrator.console.refund;

import static dev.layeredsaga.console.Wording.count;

import dev.layeredsaga.console.overview.Gauges;
import dev.layeredsaga.console.overview.Overview;
import dev.layeredsaga.console.overview.OverviewPart;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.OptionalDouble;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** The refunds owed, on the first screen. */
@Component
@Order(1)
record OwedRefunds(MeterRegistry meters) implements OverviewPart {

    private static final String HREF = "/console/refunds";

    @Override
    public Shown read() {
        OptionalDouble gauge = Gauges.sum(meters, "payment.refunds.owed");
        long owed = (long) gauge.orElse(0);
        String text = count(owed, "refund") + " owed to customers and not given back yet";
        return new Shown(
                owed == 0 ? List.of() : List.of(new Overview.Finding(true, text, HREF)),
                List.of(new Overview.Tile(
                        50,
                        "refunds",
                        "Refunds owed",
                        Gauges.whole(gauge),
                        "after the saga has ended",
                        HREF,
                        owed > 0)));
    }
}
