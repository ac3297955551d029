package org.strata.btl.openib;

/** Finds the channel of a queue pair number. Open addressing; tier 1. */
final class ChannelTable {
    private static final int LEAST = 16;

    private int[] numbers = new int[LEAST];
    private Channel[] channels = new Channel[LEAST];
    private int size;

    Channel find(int number) {
        int mask = numbers.length - 1;
        for (int i = slot(number, mask); channels[i] != null; i = (i + 1) & mask) {
            if (numbers[i] == number) {
                return channels[i];
            }
        }
        return null;
    }

    void put(int number, Channel channel) {
        if (++size * 2 > numbers.length) {
            rebuild(numbers.length * 2, 0, false);
        }
        insert(number, channel);
    }

    void remove(int number) {
        if (find(number) != null) {
            size--;
            rebuild(numbers.length, number, true);
        }
    }

    private void insert(int number, Channel channel) {
        int mask = numbers.length - 1;
        int i = slot(number, mask);
        while (channels[i] != null && numbers[i] != number) {
            i = (i + 1) & mask;
        }
        numbers[i] = number;
        channels[i] = channel;
    }

    /** Removal is rare: building anew costs less to get right than closing gaps. */
    private void rebuild(int capacity, int without, boolean leaveOut) {
        int[] oldNumbers = numbers;
        Channel[] oldChannels = channels;
        numbers = new int[capacity];
        channels = new Channel[capacity];
        for (int i = 0; i < oldChannels.length; i++) {
            if (oldChannels[i] != null && !(leaveOut && oldNumbers[i] == without)) {
                insert(oldNumbers[i], oldChannels[i]);
            }
        }
    }

    private static int slot(int number, int mask) {
        return ((number * 0x9e3779b1) >>> 8) & mask;
    }
}
