package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;
import tools.jackson.databind.node.ObjectNode;

/** Rules 1 to 3: the conditions for setting and clearing the semantic lock, and the cases in which it must be cleared. */
class SevenRules1To3Test extends SevenRules {

    @Nested
    class Rule1ItIsSetAndClearedInsideTheRLock {

        @Test
        void isNotSetWhileSomeoneElseHasTheRLock() throws Exception {
            waitsForTheRLock(seat, () -> isFree(seat), () -> inventory.claim("alice", seat), 201);
            belongsTo("alice", seat);
        }

        @Test
        void isNotSetByASagaWhileSomeoneElseHasTheRLockOfOneOfTheSeats() throws Exception {
            waitsForTheRLock(neighbour, () -> isFree(seat), () -> saga.claim(neighbour, seat));
            belongsTo(saga.id().toString(), seat);
        }

        @Test
        void isNotClearedByItsHolderWhileSomeoneElseHasTheRLock() throws Exception {
            Answer claim = inventory.claim("alice", seat);
            Runnable unchanged = () -> belongsTo("alice", seat);
            waitsForTheRLock(seat, unchanged, () -> inventory.extend(claim, 3600), 200);
            waitsForTheRLock(seat, unchanged, () -> inventory.confirm(claim), 200);
            Answer other = inventory.claim("bob", neighbour);
            waitsForTheRLock(neighbour, () -> belongsTo("bob", neighbour), () -> inventory.release(other), 204);
            bothAreFree();
        }

        @Test
        void isNotClearedByTheReaperWhileSomeoneElseHasTheRLock() throws Exception {
            inventory.claim("alice", seat);
            time.advance(PAST_ITS_TIME);
            waitsForTheRLock(seat, () -> belongsTo("alice", seat), reaper::reap);
            isFree(seat);
        }

        @Test
        void isNotTakenOverWhileSomeoneElseHasTheRLockOfTheOrphansOtherSeat() throws Exception {
            inventory.claim("orphan", seat, neighbour);
            time.advance(PAST_ITS_TIME);
            waitsForTheRLock(neighbour, () -> belongsTo("orphan", seat), () -> inventory.claim("bob", seat), 201);
            belongsTo("bob", seat);
        }

        @Test
        void isNotClearedByTheSagasCompensationWhileAnotherHasTheRLock() throws Exception {
            saga.claim(seat);
            waitsForTheRLock(seat, () -> belongsTo(saga.id().toString(), seat), saga::compensate);
            isFree(seat);
        }

        private void waitsForTheRLock(String sku, Runnable unchanged, Callable<Answer> call, int status)
                throws Exception {
            assertThat(((Answer) waitsForTheRLock(sku, unchanged, call)).status())
                    .isEqualTo(status);
        }

        /** Makes the call while a rival has the RLock. Nothing may have changed by the time that the call waits for it. */
        private Object waitsForTheRLock(String sku, Runnable unchanged, Callable<?> call) throws Exception {
            RLock elsewhere = rival.lock(sku);
            FutureTask<Object> waiting = new FutureTask<>(call::call);
            Thread.startVirtualThread(waiting);
            await().until(() -> rival.seesWaiting(sku));
            unchanged.run();
            assertThat(waiting.isDone()).isFalse();
            elsewhere.unlock();
            return waiting.get();
        }
    }

    @Nested
    class Rule2TheOwnerIsVerifiedBeforeItIsCleared {

        @Test
        void staysWithItsOwnerWhenTheTokenIsWrong() {
            Answer forged = withAnotherToken(inventory.claim("alice", seat));
            assertThat(inventory.confirm(forged).code()).isEqualTo("CLAIM_LOST");
            assertThat(inventory.extend(forged, 3600).code()).isEqualTo("CLAIM_LOST");
            assertThat(inventory.release(forged).code()).isEqualTo("CLAIM_LOST");
            belongsTo("alice", seat);
        }

        @Test
        void staysWithItsNewOwnerWhenTheOldOneComesBack() {
            Answer old = inventory.claim("alice", seat);
            time.advance(PAST_ITS_TIME);
            inventory.claim("bob", seat);
            assertThat(inventory.confirm(old).code()).isEqualTo("CLAIM_LOST");
            assertThat(inventory.release(old).code()).isEqualTo("CLAIM_LOST");
            belongsTo("bob", seat);
        }

        @Test
        void staysWithItsNewOwnerWhenTheOldSagaIsCompensated() {
            saga.claim(seat);
            time.advance(PAST_ITS_TIME);
            inventory.claim("bob", seat);
            saga.compensate();
            belongsTo("bob", seat);
        }

        @Test
        void staysWithItsNewOwnerWhenTheOldOneRepeatsItsRelease() {
            Answer old = inventory.claim("alice", seat);
            inventory.release(old);
            inventory.claim("bob", seat);
            assertThat(inventory.release(old).status()).isEqualTo(204);
            belongsTo("bob", seat);
        }

        /** Simulates a contradiction that cannot occur while claim and item change together; the item does not rely on that. */
        @Test
        void staysWithWhomTheItemNamesEvenIfALiveClaimSaysOtherwise() {
            Answer claim = inventory.claim("alice", seat);
            running.database()
                    .sql("UPDATE item SET lock_claim_id = gen_random_uuid(), lock_owner = 'bob' WHERE sku = ?")
                    .param(seat)
                    .update();
            assertThat(inventory.release(claim).status()).isEqualTo(500);
            belongsTo("bob", seat);
            running.database()
                    .sql("UPDATE item SET lock_claim_id = ?::uuid WHERE sku = ?")
                    .param(claim.text("claimId"))
                    .param(seat)
                    .update();
        }

        private static Answer withAnotherToken(Answer claim) {
            ObjectNode body = claim.body().deepCopy().asObject();
            return new Answer(
                    claim.status(), body.put("token", UUID.randomUUID().toString()), claim.response());
        }
    }

    @Nested
    class Rule3ItIsClearedOnEveryWayOut {

        @Test
        void isClearedByConfirming() {
            inventory.confirm(inventory.claim("alice", seat, neighbour));
            bothAreFree();
        }

        @Test
        void isClearedByReleasing() {
            inventory.release(inventory.claim("alice", seat, neighbour));
            bothAreFree();
        }

        @Test
        void isClearedByTheReaper() {
            inventory.claim("alice", seat, neighbour);
            time.advance(PAST_ITS_TIME);
            assertThat(reaper.reap()).isOne();
            bothAreFree();
        }

        @Test
        void isClearedByALateConfirmation() {
            Answer claim = inventory.claim("alice", seat, neighbour);
            time.advance(PAST_ITS_TIME);
            assertThat(inventory.confirm(claim).code()).isEqualTo("CLAIM_EXPIRED");
            bothAreFree();
        }

        @Test
        void isClearedOnTheOtherSeatsOfAnOrphanThatIsTakenOver() {
            inventory.claim("orphan", seat, neighbour);
            time.advance(PAST_ITS_TIME);
            inventory.claim("bob", seat);
            isFree(neighbour);
        }

        @Test
        void isClearedByTheCompensationOfASaga() {
            saga.claim(seat, neighbour);
            saga.compensate();
            bothAreFree();
        }

        @Test
        void isClearedByTheCompensationOfASagaThatComesTooLate() {
            saga.claim(seat, neighbour);
            time.advance(PAST_ITS_TIME);
            saga.compensate();
            bothAreFree();
        }

        @Test
        void isNotLeftBehindByARefusal() {
            inventory.claim("bob", neighbour);
            assertThat(inventory.claim("alice", seat, neighbour).code()).isEqualTo("RESOURCE_BUSY");
            assertThat(inventory.claim("alice", seat, "zz-unknown").code()).isEqualTo("UNKNOWN_SKU");
            isFree(seat);
        }
    }
}
