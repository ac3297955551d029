package org.strata.testkit;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parameterised test of which the usual suite runs the first rows only: those that differ most.
 * {@code -Dlong} runs all of them. A row left out is counted as skipped.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(UsualRows.Condition.class)
public @interface UsualRows {
    /** How many rows the usual suite runs. */
    int value();

    /** Skips the other rows. */
    final class Condition implements ExecutionCondition {
        private static final Pattern ROW =
                Pattern.compile(".*\\[test-template-invocation:#(\\d+)]");

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            Matcher row = ROW.matcher(context.getUniqueId());
            if (!row.matches() || System.getProperty("long") != null) {
                return ConditionEvaluationResult.enabled("all rows");
            }
            return AnnotationSupport.findAnnotation(context.getElement(), UsualRows.class)
                    .filter(usual -> Integer.parseInt(row.group(1)) > usual.value())
                    .map(usual -> ConditionEvaluationResult.disabled("-Dlong runs this row"))
                    .orElseGet(() -> ConditionEvaluationResult.enabled("a usual row"));
        }
    }
}
