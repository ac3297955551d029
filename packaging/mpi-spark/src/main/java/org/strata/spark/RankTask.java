package org.strata.spark;

import org.apache.spark.BarrierTaskContext;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.TaskCompletionListener;

import scala.collection.Iterator;
import scala.collection.JavaConverters;
import scala.runtime.AbstractFunction1;

import java.io.Serializable;

/** What Spark runs for each partition: starts the rank, and returns what it returns. */
final class RankTask<I, O> extends AbstractFunction1<Iterator<I>, Iterator<O>>
        implements Serializable {
    private static final long serialVersionUID = 1L;

    private final StageSettings settings;
    private final LongAccumulator progress;

    RankTask(StageSettings settings, LongAccumulator progress) {
        this.settings = settings;
        this.progress = progress;
    }

    @Override
    @SuppressWarnings("deprecation") // Its successor is in Scala 2.13 alone.
    public Iterator<O> apply(Iterator<I> rows) {
        BarrierTaskContext context = BarrierTaskContext.get();
        RankConversation<O> rank =
                RankConversation.start(
                        context,
                        settings,
                        rows == null ? null : JavaConverters.asJavaIterator(rows),
                        progress::add);
        context.addTaskCompletionListener((TaskCompletionListener) ended -> rank.close());
        return JavaConverters.asScalaIterator(rank);
    }
}
