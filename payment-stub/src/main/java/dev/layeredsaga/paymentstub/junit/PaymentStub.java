package dev.layeredsaga.paymentstub.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class a payment stub of its own, on a free port, from its first use to the end of the class. A parameter
 * of type {@link StubbedGateway}, of a constructor or of any test or lifecycle method, receives it.
 *
 * <p>{@code @Nested} classes share the stub of the class around them, annotated again or not. Test classes may run in
 * parallel, for each has its own. Tests of one class may only if {@link #resetBeforeEach()} is false, and then are told
 * apart by their order ids and idempotency keys; a fault set for all orders strikes all of them.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PaymentStubExtension.class)
public @interface PaymentStub {

    /**
     * Whether each test finds an empty ledger, no fault and no counts. The reset comes after the constructor and before
     * all {@code @BeforeEach} methods, so set faults in those, or in the test.
     */
    boolean resetBeforeEach() default true;
}
