package org.strata.launcher.report;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * A matrix over pairs of ranks as a picture: one path per step of colour, however many cells there
 * are. What a cell says is in an attribute, for those who walk over the map.
 */
final class HeatMap {
    private static final int STEPS = 7;
    private static final double LEFT = 13;
    private static final double TOP = 11;

    /** Rows of a map that is drawn small. */
    private static final int FEW = 8;

    private static final double SIZE = 100;
    private static final int TICKS = 8;

    private final Html page;
    private final Grid grid;
    private final int ranks;

    HeatMap(Html page, Grid grid, int ranks) {
        this.page = page;
        this.grid = grid;
        this.ranks = Math.max(1, ranks);
    }

    /**
     * Draws the map.
     *
     * @param title what it shows, for those who do not see it
     * @param colours prefix of the classes of its colours
     * @param sides what is at the left, and what above
     * @param verb the sentence of a cell: {from}, {to} and {amount} are replaced
     * @param amount writes a value
     */
    void draw(
            String title,
            String colours,
            List<String> sides,
            String verb,
            DoubleFunction<String> amount) {
        int side = grid.side();
        double cell = SIZE / side;
        page.open(
                "svg",
                "class",
                side <= FEW ? "few" : null,
                "viewBox",
                "0 0 " + number(LEFT + SIZE + 1) + " " + number(TOP + SIZE + 1),
                "role",
                "img",
                "aria-label",
                title,
                "data-side",
                "" + side,
                "data-block",
                "" + grid.block(),
                "data-ranks",
                "" + ranks,
                "data-left",
                number(LEFT),
                "data-top",
                number(TOP),
                "data-size",
                number(SIZE),
                "data-verb",
                verb,
                "data-cells",
                cells(side, amount));
        axes(side, cell);
        sides(sides);
        double most = grid.most();
        for (int step = 1; step <= STEPS && most > 0; step++) {
            String path = path(side, cell, most, step);
            if (!path.isEmpty()) {
                page.open("path", "class", colours + step, "d", path).close();
            }
        }
        String frame = "M%s %sh%sv%sh-%sz";
        page.open(
                        "path",
                        "class",
                        "grid",
                        "d",
                        String.format(Locale.ROOT, frame, LEFT, TOP, SIZE, SIZE, SIZE))
                .close(2);
        scale(colours, most, amount);
    }

    private void sides(List<String> sides) {
        String x = number(LEFT + SIZE / 2);
        String y = number(TOP + SIZE / 2);
        page.element("text", sides.get(1), "x", x, "y", "3.6", "text-anchor", "middle");
        page.element(
                "text",
                sides.getFirst(),
                "x",
                "3.6",
                "y",
                y,
                "text-anchor",
                "middle",
                "transform",
                "rotate(-90 3.6 " + y + ")");
    }

    /** What the colours stand for: each up to an amount. */
    private void scale(String colours, double most, DoubleFunction<String> amount) {
        page.open("ul", "class", "scale", "aria-label", "Colours of the map");
        for (int step = 1; step <= STEPS && most > 0; step++) {
            page.open("li").open("svg", "viewBox", "0 0 20 12", "aria-hidden", "true");
            page.open("rect", "class", colours + step, "width", "20", "height", "12").close(2);
            page.text((step == 1 ? "up to " : "") + amount.apply(most * step / STEPS)).close();
        }
        page.close();
    }

    /** Numbers of some ranks: those for whom above, those who wait at the left. */
    private void axes(int side, double cell) {
        int every = Math.max(1, (side + TICKS - 1) / TICKS);
        for (int i = 0; i < side; i += every) {
            String name = "" + (long) i * grid.block();
            double middle = (i + 0.5) * cell;
            page.element(
                    "text",
                    name,
                    "x",
                    number(LEFT + middle),
                    "y",
                    number(TOP - 2),
                    "text-anchor",
                    "middle");
            page.element(
                    "text",
                    name,
                    "x",
                    number(LEFT - 1.5),
                    "y",
                    number(TOP + middle + 1.2),
                    "text-anchor",
                    "end");
        }
    }

    private String path(int side, double cell, double most, int wanted) {
        StringBuilder path = new StringBuilder();
        double gap = side > 32 ? 0 : Math.min(0.4, cell * 0.06);
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                if (step(grid.cell(row, column), most) == wanted) {
                    path.append('M')
                            .append(number(LEFT + column * cell + gap))
                            .append(' ')
                            .append(number(TOP + row * cell + gap))
                            .append('h')
                            .append(number(cell - 2 * gap))
                            .append('v')
                            .append(number(cell - 2 * gap))
                            .append("h-")
                            .append(number(cell - 2 * gap))
                            .append('z');
                }
            }
        }
        return path.toString();
    }

    private static int step(double value, double most) {
        return value <= 0 ? 0 : Math.clamp((long) Math.ceil(STEPS * value / most), 1, STEPS);
    }

    private String cells(int side, DoubleFunction<String> amount) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                double value = grid.cell(row, column);
                if (value > 0) {
                    text.append(text.isEmpty() ? "" : "|").append(row).append(',').append(column);
                    text.append(',').append(amount.apply(value));
                }
            }
        }
        return text.toString();
    }

    private static String number(double value) {
        String text = Amounts.fixed(value, 2);
        return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
    }
}
