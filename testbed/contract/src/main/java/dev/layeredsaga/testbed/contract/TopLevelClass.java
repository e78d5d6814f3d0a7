package dev.layeredsaga.testbed.contract;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** A class with those that are nested in it, for architecture rules against cycles of classes. */
public final class TopLevelClass implements SliceAssignment {

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
        return SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""));
    }

    @Override
    public String getDescription() {
        return "top-level classes";
    }
}
