package dev.layeredsaga.testbed.failures.chaos.system;

import java.util.Arrays;
import java.util.Locale;

/** Constants as people write them on a command line: {@code STUB_KILLS} is {@code stub-kills}. */
public final class Labels {

    private Labels() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** @throws IllegalArgumentException naming those that there are */
    public static <E extends Enum<E>> E parse(Class<E> type, String label) {
        E[] all = type.getEnumConstants();
        return Arrays.stream(all)
                .filter(constant -> of(constant).equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is none of %s"
                        .formatted(label, Arrays.stream(all).map(Labels::of).toList())));
    }
}
