package org.strata.btl.tcp;

import org.strata.btl.tcp.HandshakeMessage.Parties;
import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A message of the handshake, of each kind. */
class HandshakeFuzzTest extends FuzzContract {
    private static final byte[] JOB = new byte[HandshakeMessage.JOB_BYTES];

    @Override
    protected List<byte[]> valid() {
        Parties parties = new Parties(1, 0, 2, 1);
        HandshakeMessage hello = new HandshakeMessage().set(HandshakeMessage.HELLO, parties, JOB);
        hello.nonce(new byte[HandshakeMessage.NONCE_BYTES]);
        return List.of(hello.proof(new byte[HandshakeMessage.PROOF_BYTES]).toBytes());
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        HandshakeMessage message = new HandshakeMessage().expect();
        BytesChannel channel = new BytesChannel(input, new Random(input.length));
        while (!message.read(channel)) {
            continue;
        }
        message.check(HandshakeMessage.HELLO, JOB);
        Parties parties = message.parties();
        boolean links = parties.fromLink() >> 16 == 0 && parties.toLink() >> 16 == 0;
        if (!links
                || message.verdict() == null
                || message.nonce().length + message.proof().length != 48) {
            throw new AssertionError(parties);
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(IOException.class);
    }
}
