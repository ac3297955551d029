package org.strata.benchmarks.papers;

/**
 * The order of calls in a step of NAS SP (NPB 3.3, copy_faces.f and x_solve.f), for one rank. A
 * step exchanges the faces of all cells with six neighbours and waits for them; then, in each of
 * three dimensions, a forward and a backward pass go through q stages. A stage works on one cell
 * and sends its boundary to the owner of the next one. The receive for the next stage is posted
 * right after that send, and both are waited for when the part of the next stage's work is done
 * that needs no boundary.
 *
 * @param early whether a receive is posted a stage earlier than NPB posts it, before the work of
 *     the stage before its own: it then needs a buffer of its own
 */
record SweepOrder(SweepCells cells, int rank, boolean early) {
    /** Faces have an even number where they lead to the next cell of their dimension. */
    static final int FACES = 2 * SweepCells.DIMENSIONS;

    private static final int FIRST_FACE_TAG = 6;

    /** The order of NPB. */
    SweepOrder(SweepCells cells, int rank) {
        this(cells, rank, false);
    }

    /** One rank's work on one cell. */
    record Stage(int dimension, boolean forward, int layer, int number, int count) {
        static Stage of(int dimension, boolean forward, int number, int count) {
            return new Stage(
                    dimension, forward, forward ? number : count - 1 - number, number, count);
        }

        boolean isFirst() {
            return number == 0;
        }

        boolean isLast() {
            return number == count - 1;
        }
    }

    /**
     * What a rank can do, with real data or in virtual time.
     *
     * @param <X> what fails
     */
    interface Actions<X extends Exception> {
        void receiveFace(int face, int from, int tag) throws X;

        void sendFace(int face, int to, int tag) throws X;

        /** Does what needs the faces. */
        void rightHandSides() throws X;

        /** Starts to receive a stage's boundary, from the stage before. */
        void receive(Stage stage, int from, int tag) throws X;

        /** Does the part of a stage's work that needs no boundary. */
        void begin(Stage stage) throws X;

        /** Does the rest of a stage's work. */
        void end(Stage stage) throws X;

        /** Starts to send a stage's boundary. */
        void send(Stage stage, int to, int tag) throws X;

        /** Waits for the oldest sends and receives, so many of them. */
        void await(int count) throws X;

        /** Does what ends a step. */
        void update() throws X;
    }

    /** Does a step. */
    <X extends Exception> void step(Actions<X> actions) throws X {
        faces(actions);
        for (int dimension = 0; dimension < SweepCells.DIMENSIONS; dimension++) {
            pass(dimension, true, actions);
            pass(dimension, false, actions);
        }
        actions.update();
    }

    private <X extends Exception> void faces(Actions<X> actions) throws X {
        for (int face = 0; face < FACES; face++) {
            // What the peer sends to its other neighbour in this dimension.
            actions.receiveFace(face, neighbour(face), FIRST_FACE_TAG + (face ^ 1));
        }
        for (int face = 0; face < FACES; face++) {
            actions.sendFace(face, neighbour(face), FIRST_FACE_TAG + face);
        }
        actions.await(2 * FACES);
        actions.rightHandSides();
    }

    private int neighbour(int face) {
        return cells.neighbour(rank, face / 2, face % 2 == 0);
    }

    private <X extends Exception> void pass(int dimension, boolean forward, Actions<X> actions)
            throws X {
        int q = cells.q();
        int from = cells.neighbour(rank, dimension, !forward);
        int to = cells.neighbour(rank, dimension, forward);
        int tag = 2 * dimension + (forward ? 0 : 1);
        for (int number = 0; number < q; number++) {
            Stage stage = Stage.of(dimension, forward, number, q);
            int expected = early ? number + 1 : number;
            if (expected > 0 && expected < q) {
                actions.receive(Stage.of(dimension, forward, expected, q), from, tag);
            }
            actions.begin(stage);
            if (!stage.isFirst()) {
                // The send of the stage before, and the receive.
                actions.await(2);
            }
            actions.end(stage);
            if (!stage.isLast()) {
                actions.send(stage, to, tag);
            }
        }
    }
}
