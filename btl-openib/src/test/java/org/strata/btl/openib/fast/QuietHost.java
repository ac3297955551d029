package org.strata.btl.openib.fast;

/** Takes every packet and does nothing; tests override what they look at. */
public class QuietHost implements RingHost {
    @Override
    public boolean isDue(long packet) {
        return true;
    }

    @Override
    public void onRingPacket(long packet, int length) {}

    @Override
    public void afterRingPackets() {}

    @Override
    public int expected() {
        return 0;
    }

    @Override
    public boolean mayOpen() {
        return true;
    }

    @Override
    public void onRingChange() {}
}
