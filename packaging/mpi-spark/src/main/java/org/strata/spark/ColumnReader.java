package org.strata.spark;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes arrays of the columns of a DataFrame's partitions. */
final class ColumnReader {
    private static final Map<String, Primitives> KINDS =
            Map.of(
                    "double", Primitives.DOUBLES,
                    "float", Primitives.FLOATS,
                    "bigint", Primitives.LONGS,
                    "int", Primitives.INTS,
                    "smallint", Primitives.SHORTS,
                    "tinyint", Primitives.BYTES);

    private ColumnReader() {}

    static JavaRDD<Columns> read(Dataset<Row> frame) {
        LinkedHashMap<String, Primitives> kinds = new LinkedHashMap<>();
        for (StructField field : frame.schema().fields()) {
            Primitives kind = KINDS.get(field.dataType().simpleString());
            if (kind == null) {
                throw new IllegalArgumentException(
                        "Column \""
                                + field.name()
                                + "\" is of type "
                                + field.dataType().simpleString()
                                + ": ranks get numeric columns. Select the others away, or cast.");
            }
            if (kinds.put(field.name(), kind) != null) {
                throw new IllegalArgumentException(
                        "Two columns have the name \"" + field.name() + "\".");
            }
        }
        return frame.javaRDD().mapPartitions(rows -> columns(kinds, rows));
    }

    private static Iterator<Columns> columns(
            LinkedHashMap<String, Primitives> kinds, Iterator<Row> rows) {
        Columns.Builder builder = new Columns.Builder(kinds);
        while (rows.hasNext()) {
            Row row = rows.next();
            builder.add(row::get);
        }
        return List.of(builder.build()).iterator();
    }
}
