package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Java sources made of the reference's signatures: types that have exactly the listed members and
 * do nothing, as the jar of Open MPI's bindings has for javac, and a class that names every public
 * member once.
 */
final class StubSources {
    private static final String IMPORTS = "import java.nio.*;\n";
    private static final String NOTHING = " { throw new Error(); }\n";

    private final Map<String, List<String>> reference;

    /**
     * @param reference by type: its heading, then its members, without parameter names
     */
    StubSources(Map<String, List<String>> reference) {
        this.reference = reference;
    }

    /** Returns the sources of the types by file name. */
    Map<String, String> types() {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String type : reference.keySet()) {
            if (!type.contains("$")) {
                String text = "package mpi;\n" + IMPORTS + type(type);
                sources.put("mpi/" + simple(type) + ".java", text);
            }
        }
        return sources;
    }

    private static String simple(String type) {
        return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
    }

    private String type(String type) {
        List<String> lines = reference.get(type);
        String heading = lines.getFirst();
        boolean isInterface = heading.endsWith("interface");
        StringBuilder text = new StringBuilder(heading(type)).append(" {\n");
        List<String> members = lines.subList(1, lines.size());
        members.forEach(line -> text.append(member(type, line)));
        if (!isInterface
                && members.stream().noneMatch(line -> line.contains(simple(type) + "()"))) {
            String access = heading.contains("abstract") ? "public " : "";
            text.append(access).append(simple(type)).append("() {}\n");
        }
        if (heading.endsWith("extends Struct")) {
            text.append("protected Data newData()").append(NOTHING);
        }
        if (reference.containsKey(type + "$Data")) {
            text.append(type(type + "$Data"));
        }
        return text.append("}\n").toString();
    }

    /** Returns the heading with the type's name; a nested Data extends that of Struct. */
    private String heading(String type) {
        String heading = reference.get(type).getFirst();
        String kind = heading.contains("interface") ? "interface" : "class";
        return heading.replaceFirst(kind, kind + " " + simple(type))
                .replace("extends Data", "extends Struct.Data");
    }

    private static String member(String type, String line) {
        if (!line.contains("(")) {
            boolean number = line.contains(" int ");
            return line + " = " + (number ? "Integer.parseInt(\"0\")" : "null") + ";\n";
        }
        String named = generic(withNames(line));
        boolean isConstructor = line.contains("public " + simple(type) + "(");
        return named + (isConstructor ? " {}\n" : line.contains("abstract") ? ";\n" : NOTHING);
    }

    /** The views of structs are of the type that the caller expects. */
    private static String generic(String line) {
        return line.replace("Data getData(Struct ", "<D extends Struct.Data> D getData(Struct ")
                .replaceFirst("final Data getData\\(", "final <T extends Data> T getData(");
    }

    private static String withNames(String line) {
        String[] types = parameters(line);
        String named =
                IntStream.range(0, types.length)
                        .mapToObj(i -> types[i] + " p" + i)
                        .collect(Collectors.joining(", "));
        return line.substring(0, line.indexOf('(') + 1) + named + line.substring(line.indexOf(')'));
    }

    private static String[] parameters(String line) {
        String inner = line.substring(line.indexOf('(') + 1, line.indexOf(')'));
        return inner.isEmpty() ? new String[0] : inner.split(", ");
    }

    /** Returns a class that names every public member; its methods are not to be called. */
    String uses(String name) {
        List<String> methods = new ArrayList<>();
        reference.forEach((type, lines) -> {
            for (String line : lines.subList(1, lines.size())) {
                if (!line.startsWith("protected")) {
                    methods.add(use(type, line, methods.size()));
                }
            }
        });
        String body = String.join("", methods);
        return IMPORTS + "import mpi.*;\npublic class " + name + " {\n" + body + "}\n";
    }

    private static String use(String type, String line, int number) {
        String owner = type.substring("mpi.".length()).replace('$', '.');
        String object = line.contains(" static ") ? owner : "o";
        String head = "static void use" + number + "(" + owner + " o) throws Exception { ";
        if (!line.contains("(")) {
            String field = line.substring(line.lastIndexOf(' ') + 1);
            return head + "Object v = " + object + "." + field + "; }\n";
        }
        String before = line.substring(0, line.indexOf('('));
        String member = before.substring(before.lastIndexOf(' ') + 1);
        boolean isConstructor = member.equals(simple(type));
        String call = isConstructor ? "new " + owner : object + "." + member;
        String values =
                Arrays.stream(parameters(line))
                        .map(StubSources::value)
                        .collect(Collectors.joining(", ", "(", ")"));
        return head + call + values + "; }\n";
    }

    private static String value(String type) {
        return switch (type) {
            case "boolean" -> "false";
            case "byte", "char", "short", "int", "long", "float", "double" -> "(" + type + ") 0";
            default -> "(" + type + ") null";
        };
    }
}
