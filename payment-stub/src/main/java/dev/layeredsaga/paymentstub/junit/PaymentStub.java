package dev.layeredsaga.paymentstub.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Starts a payment stub for a test class, on a free port, from its first use to the end of the class. It is injected
 * into parameters of type {@link StubbedGateway} of constructors, test methods and lifecycle methods.
 *
 * <p>{@code @Nested} classes share the stub of the enclosing class, annotated again or not. Test classes may run in
 * parallel, because each has its own stub. Tests of one class may run in parallel only if {@link #resetBeforeEach()} is
 * false and they use different order ids and idempotency keys; a fault set for all orders applies to all of them.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PaymentStub.PaymentStubExtension.class)
public @interface PaymentStub {

    /**
     * Returns true if each test starts with an empty ledger, no fault and no counts. The reset runs after the constructor
     * and before all {@code @BeforeEach} methods, so set faults in those methods or in the test.
     */
    boolean resetBeforeEach() default true;

    /** Starts the stub of a test class, injects it, and resets it between tests. JUnit closes it with the class. */
    final class PaymentStubExtension
            implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {

        private static final Namespace NAMESPACE = Namespace.create(PaymentStubExtension.class);

        @Override
        public void beforeAll(ExtensionContext context) {
            gateway(context);
        }

        @Override
        public void beforeEach(ExtensionContext context) {
            if (resets(context)) {
                gateway(context).reset();
            }
        }

        @Override
        public void afterEach(ExtensionContext context) {
            if (resets(context)) {
                gateway(context).willMeetNoFault();
            }
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType().equals(StubbedGateway.class);
        }

        @Override
        public StubbedGateway resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return gateway(context);
        }

        // Kept in the store of the class, visible to nested classes and tests. Created here too, because with one
        // instance per class the constructor runs before beforeAll. Uses the old name of computeIfAbsent, which JUnit 5
        // has too.
        @SuppressWarnings("deprecation")
        private static StubbedGateway gateway(ExtensionContext context) {
            return Objects.requireNonNull(context.getStore(NAMESPACE)
                    .getOrComputeIfAbsent(StubbedGateway.class, type -> StubbedGateway.start(), StubbedGateway.class));
        }

        private static boolean resets(ExtensionContext context) {
            return annotation(context).map(PaymentStub::resetBeforeEach).orElse(true);
        }

        /** Returns the annotation of the class, or else of its nearest enclosing class. */
        private static Optional<PaymentStub> annotation(ExtensionContext context) {
            return AnnotationSupport.findAnnotation(context.getTestClass(), PaymentStub.class)
                    .or(() -> context.getParent().flatMap(PaymentStubExtension::annotation));
        }
    }
}
