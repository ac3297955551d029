package org.strata.mca.base;

import org.strata.opal.counters.Counters;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ObjectName;

/** The rank's counters over JMX: {@code org.strata:type=Counters,rank=N}, one attribute each. */
final class CountersBean implements DynamicMBean {
    private final Counters counters;

    private CountersBean(Counters counters) {
        this.counters = counters;
    }

    /** Registers the bean; a second stack in one JVM replaces the first one's. */
    static void register(Counters counters, int rank) {
        try {
            ObjectName name = new ObjectName("org.strata:type=Counters,rank=" + rank);
            var server = ManagementFactory.getPlatformMBeanServer();
            if (server.isRegistered(name)) {
                server.unregisterMBean(name);
            }
            server.registerMBean(new CountersBean(counters), name);
        } catch (JMException e) {
            throw new IllegalStateException("the counters cannot be registered with JMX", e);
        }
    }

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException {
        return counters.all().stream()
                .filter(counter -> counter.name().equals(attribute))
                .findFirst()
                .orElseThrow(() -> new AttributeNotFoundException(attribute))
                .value()
                .getAsLong();
    }

    @Override
    public AttributeList getAttributes(String[] attributes) {
        AttributeList list = new AttributeList();
        counters.all().stream()
                .filter(counter -> Arrays.asList(attributes).contains(counter.name()))
                .forEach(c -> list.add(new Attribute(c.name(), c.value().getAsLong())));
        return list;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " cannot be set");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String action, Object[] values, String[] signature) {
        throw new IllegalArgumentException("there is no operation " + action);
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanAttributeInfo[] attributes =
                counters.all().stream()
                        .map(c ->
                                new MBeanAttributeInfo(
                                        c.name(), "long", c.help(), true, false, false))
                        .toArray(MBeanAttributeInfo[]::new);
        String description = "Counters of one rank's stack";
        return new MBeanInfo(getClass().getName(), description, attributes, null, null, null);
    }
}
