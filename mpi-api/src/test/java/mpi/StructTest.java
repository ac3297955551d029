package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.nio.ByteBuffer;

class StructTest {
    @RegisterExtension static final LocalMpi MPI_RUNS = new LocalMpi();

    /** A user's record with every kind of field. */
    private static final class Particle extends Struct {
        private final int kind = addByte();
        private final int letter = addChar();
        private final int charge = addShort();
        private final int id = addInt();
        private final int time = addLong();
        private final int mass = addFloat();
        private final int place = addDouble(3);

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            void fill(int seed) {
                putByte(kind, (byte) seed);
                putChar(letter, (char) (seed + 1));
                putShort(charge, (short) (seed + 2));
                putInt(id, seed + 3);
                putLong(time, seed + 4L);
                putFloat(mass, seed + 5f);
                for (int i = 0; i < 3; i++) {
                    putDouble(place, i, seed + 6.0 + i);
                }
            }

            void check(int seed) {
                assertThat(getByte(kind)).isEqualTo((byte) seed);
                assertThat(getChar(letter)).isEqualTo((char) (seed + 1));
                assertThat(getShort(charge)).isEqualTo((short) (seed + 2));
                assertThat(getInt(id)).isEqualTo(seed + 3);
                assertThat(getLong(time)).isEqualTo(seed + 4L);
                assertThat(getFloat(mass)).isEqualTo(seed + 5f);
                for (int i = 0; i < 3; i++) {
                    assertThat(getDouble(place, i)).isEqualTo(seed + 6.0 + i);
                }
            }
        }
    }

    @Test
    void offsetsStayInsideAnInt() throws MPIException {
        Struct large =
                new Struct() {
                    {
                        addByte(1 << 16);
                    }

                    @Override
                    protected Data newData() {
                        return new Data() {};
                    }
                };
        ByteBuffer buffer = MPI.newByteBuffer(large.getExtent());
        assertThatThrownBy(() -> large.getData(buffer, 1 << 16))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("record 65536 of 65536 bytes");
        Datatype huge = Datatype.createContiguous(1 << 30, MPI.LONG);
        assertThatThrownBy(() -> new Particle().addData(huge)).isInstanceOf(MPIException.class);
        assertThatThrownBy(() -> new Particle().addLong(1 << 29))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A record of records, with a gap. */
    private static final class Pair extends Struct {
        private final Particle particle = new Particle();
        private final int first;
        private final int rest;
        private final int tail;

        Pair() throws MPIException {
            first = addStruct(particle);
            rest = setOffset(64).addStruct(particle, 2);
            tail = addData(MPI.INT, 2);
        }

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            Particle.Data first() {
                return getData(particle, first);
            }

            Particle.Data rest(int index) {
                return getData(particle, rest, index);
            }

            ByteBuffer tail(int index) throws MPIException {
                return getBuffer(MPI.INT, tail, index);
            }
        }
    }

    @Test
    void fieldsArePackedWithoutPadding() {
        Particle particle = new Particle();
        assertThat(
                        new int[] {
                            particle.kind,
                            particle.letter,
                            particle.charge,
                            particle.id,
                            particle.time,
                            particle.mass,
                            particle.place
                        })
                .containsExactly(0, 1, 3, 5, 9, 17, 21);
    }

    @Test
    void extentIsThatOfTheDatatype() throws MPIException {
        Particle particle = new Particle();
        assertThat(particle.getType().getSize()).isEqualTo(45);
        assertThat(particle.getExtent()).isEqualTo(48);
        assertThat(particle.getType().getExtent()).isEqualTo(48);
    }

    @Test
    void viewsReadAndWriteRecords() throws MPIException {
        Particle particle = new Particle();
        ByteBuffer buffer = MPI.newByteBuffer(3 * particle.getExtent());
        byte[] array = new byte[3 * particle.getExtent()];
        for (int i = 0; i < 3; i++) {
            Particle.Data direct = particle.getData(buffer, i);
            direct.fill(10 * i);
            Particle.Data heap = particle.getData(array, i);
            heap.fill(20 * i);
        }
        for (int i = 0; i < 3; i++) {
            Particle.Data direct = particle.getData(buffer, i);
            direct.check(10 * i);
            Particle.Data heap = particle.getData(array, i);
            heap.check(20 * i);
        }
    }

    @Test
    void recordsTravel() throws MPIException {
        Particle particle = new Particle();
        byte[] sent = new byte[2 * particle.getExtent()];
        byte[] received = new byte[2 * particle.getExtent()];
        Particle.Data second = particle.getData(sent, 1);
        second.fill(7);
        Request request = MPI.COMM_WORLD.iSend(sent, 2, particle.getType(), 1, 0);
        Status status = MPI.COMM_WORLD.recv(received, 2, particle.getType(), 1, 0);
        request.waitFor();
        Particle.Data copy = particle.getData(received, 1);
        copy.check(7);
        assertThat(status.getCount(particle.getType())).isEqualTo(2);
    }

    @Test
    void recordsNest() throws MPIException {
        Pair pair = new Pair();
        assertThat(new int[] {pair.first, pair.rest, pair.tail}).containsExactly(0, 64, 160);
        ByteBuffer buffer = MPI.newByteBuffer(2 * pair.getExtent());
        Pair.Data data = pair.getData(buffer, 1);
        data.first().fill(1);
        data.rest(0).fill(2);
        data.rest(1).fill(3);
        data.tail(1).putInt(0, 99);
        data.first().check(1);
        data.rest(0).check(2);
        data.rest(1).check(3);
        assertThat(buffer.clear().getInt(pair.getExtent() + 164)).isEqualTo(99);
        assertThat(data.rest(1).getBuffer().remaining())
                .isEqualTo(2 * pair.getExtent() - pair.getExtent() - 64 - 48);
    }

    @Test
    void fieldsHaveADatatype() throws MPIException {
        Particle particle = new Particle();
        Datatype freed = MPI.INT.dup();
        freed.free();
        for (Datatype none : new Datatype[] {null, MPI.DATATYPE_NULL, freed}) {
            assertFails(MPI.ERR_TYPE, () -> particle.addData(none)).contains("null");
            assertFails(MPI.ERR_TYPE, () -> particle.addData(none, 2)).contains("null");
        }
    }

    @Test
    void committedRecordsTakeNoMoreFields() throws MPIException {
        Particle particle = new Particle();
        particle.getType();
        assertThatThrownBy(particle::addInt).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> particle.setOffset(100)).isInstanceOf(AssertionError.class);
    }

    @Test
    void offsetsOnlyGrow() {
        Particle particle = new Particle();
        assertThatThrownBy(() -> particle.setOffset(44))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("45");
    }

    @Test
    void wrongFieldsAreCaught() throws MPIException {
        Particle particle = new Particle();
        Struct.Data data = particle.getData(new byte[64]);
        assertThatThrownBy(() -> data.getLong(particle.id)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> data.getDouble(particle.place, 3))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void pairSingletonsMatchTheirDatatypes() throws MPIException {
        assertThat(MPI.int2.getExtent()).isEqualTo(MPI.INT2.getExtent());
        assertThat(MPI.shortInt.getExtent()).isEqualTo(MPI.SHORT_INT.getExtent());
        assertThat(MPI.longInt.getExtent()).isEqualTo(MPI.LONG_INT.getExtent());
        assertThat(MPI.floatInt.getExtent()).isEqualTo(MPI.FLOAT_INT.getExtent());
        assertThat(MPI.doubleInt.getExtent()).isEqualTo(MPI.DOUBLE_INT.getExtent());
        ByteBuffer buffer = MPI.newByteBuffer(64);
        LongInt.Data data = MPI.longInt.getData(buffer, 1);
        data.putValue(5);
        data.putIndex(6);
        assertThat(buffer.getLong(16)).isEqualTo(5);
        assertThat(buffer.getInt(24)).isEqualTo(6);
        assertThat(data.getValue()).isEqualTo(5);
        assertThat(data.getIndex()).isEqualTo(6);
    }

    @Test
    void complexViewsReadAndWrite() {
        float[] floats = new float[6];
        FloatComplex.get(floats, 2).putReal(1);
        FloatComplex.get(floats, 2).putImag(2);
        assertThat(floats).containsExactly(0, 0, 0, 0, 1, 2);
        assertThat(FloatComplex.get(floats, 2).getBuffer().get(1)).isEqualTo(2);
        ByteBuffer bytes = MPI.newByteBuffer(64);
        DoubleComplex.get(bytes, 1).putImag(3);
        assertThat(bytes.getDouble(24)).isEqualTo(3);
        assertThat(DoubleComplex.get(bytes, 1).getImag()).isEqualTo(3);
        assertThat(DoubleComplex.get(new double[] {4, 5}).getReal()).isEqualTo(4);
    }
}
