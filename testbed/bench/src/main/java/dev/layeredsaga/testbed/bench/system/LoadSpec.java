package dev.layeredsaga.testbed.bench.system;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A load that can be asked for on the command line. */
sealed interface LoadSpec {

    /** A fixed number of orders under way. */
    record UnderWay(int orders) implements LoadSpec {

        @Override
        public String toString() {
            return "%,d under way".formatted(orders);
        }
    }

    /** Orders at a mean rate. */
    record PerSecond(double rate) implements LoadSpec {

        @Override
        public String toString() {
            return "%.0f/s".formatted(rate);
        }
    }

    /** Half of the best rate that the same system has reached before. */
    record Half() implements LoadSpec {

        @Override
        public String toString() {
            return "half of its best";
        }
    }

    /** Reads {@code 512}, {@code 50/s} or {@code half}. */
    final class Reader implements ITypeConverter<LoadSpec> {

        @Override
        public LoadSpec convert(String word) {
            if (word.equals("half")) {
                return new Half();
            }
            if (word.matches("[1-9]\\d{0,4}/s")) {
                return new PerSecond(Integer.parseInt(word.substring(0, word.length() - 2)));
            }
            if (word.matches("[1-9]\\d{0,4}")) {
                return new UnderWay(Integer.parseInt(word));
            }
            throw new TypeConversionException(
                    "'%s' is neither a number under way (512), nor a rate (50/s), nor half".formatted(word));
        }
    }

    /** @param best the best rate of the system so far */
    default Load.Figures run(Load load, double best, Duration howLong) throws InterruptedException {
        return switch (this) {
            case UnderWay underWay -> load.closed(underWay.orders(), howLong);
            case PerSecond perSecond -> load.open(perSecond.rate(), howLong);
            case Half half -> load.open(best / 2, howLong);
        };
    }
}
