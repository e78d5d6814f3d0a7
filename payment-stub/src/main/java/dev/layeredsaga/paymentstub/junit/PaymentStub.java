package dev.layeredsaga.paymentstub.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

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
@ExtendWith(PaymentStubExtension.class)
public @interface PaymentStub {

    /**
     * Returns true if each test starts with an empty ledger, no fault and no counts. The reset runs after the constructor
     * and before all {@code @BeforeEach} methods, so set faults in those methods or in the test.
     */
    boolean resetBeforeEach() default true;
}
