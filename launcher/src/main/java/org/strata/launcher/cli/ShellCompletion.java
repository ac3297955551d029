package org.strata.launcher.cli;

import java.util.List;
import java.util.stream.Collectors;

/** Writes the shells' completion of mpirun's command line from {@link OptionTable}. */
final class ShellCompletion {
    private static final List<String> FILES =
            List.of(
                    "app",
                    "hostfile",
                    "default-hostfile",
                    "tune",
                    "am",
                    "report-pid",
                    "report-uri",
                    "output-filename",
                    "wdir");
    private final List<String> parameters;

    /**
     * @param parameters names of all parameters
     */
    ShellCompletion(List<String> parameters) {
        this.parameters = parameters;
    }

    /** Returns the completion for bash. */
    String bash() {
        return BASH.replace("@OPTIONS@", words(OptionTable.ROWS))
                .replace("@ONE@", patterns(1))
                .replace("@TWO@", patterns(2))
                .replace("@FILES@", names(OptionTable.ROWS.stream().filter(this::file).toList()))
                .replace("@PARAMETERS@", String.join(" ", parameters));
    }

    /** Returns the completion for zsh. */
    String zsh() {
        String options =
                OptionTable.ROWS.stream().map(this::zshOption).collect(Collectors.joining(" \\\n"));
        return ZSH.replace("@OPTIONS@", options)
                .replace("@PARAMETERS@", String.join(" ", parameters));
    }

    private boolean file(Switch row) {
        return FILES.contains(row.name());
    }

    private static String words(List<Switch> rows) {
        return rows.stream()
                .flatMap(row -> row.names().stream())
                .map(Switch::dashed)
                .collect(Collectors.joining(" "));
    }

    private static String names(List<Switch> rows) {
        return words(rows).replace(" ", "|");
    }

    /** Returns the options of so many values; each name may have one dash or two. */
    private static String patterns(int values) {
        return OptionTable.ROWS.stream()
                .filter(row -> row.words() == values)
                .flatMap(row -> row.names().stream())
                .map(name -> "-" + name + "|--" + name)
                .collect(Collectors.joining("|"));
    }

    private String zshOption(Switch row) {
        String names = row.names().stream().map(Switch::dashed).collect(Collectors.joining(","));
        StringBuilder option = new StringBuilder("  '*'");
        option.append(row.names().size() == 1 ? names : "{" + names + "}");
        option.append("'[").append(plain(row.help())).append(']');
        for (String value : row.optional() ? List.<String>of() : row.values()) {
            option.append(':').append(plain(value)).append(':').append(action(row, value));
        }
        return option.append('\'').toString();
    }

    private String action(Switch row, String value) {
        if (file(row)) {
            return "_files";
        }
        return value.equals("NAME") ? "($parameters)" : " ";
    }

    /** Brackets, colons and quotes have a meaning there. */
    private static String plain(String text) {
        return text.replace("[", "(").replace("]", ")").replace(":", "\\:").replace("'", "");
    }

    private static final String BASH =
            """
            # bash completion of Strata's mpirun; the build makes it from the table of options.
            _strata_mpirun() {
              local current=${COMP_WORDS[COMP_CWORD]} i=1 values=0 option= program= word
              while ((i < COMP_CWORD)); do
                word=${COMP_WORDS[i]}
                if [[ $word == : ]]; then
                  values=0 program=
                elif [[ -n $program ]]; then
                  :
                elif ((values > 0)); then
                  values=$((values - 1))
                else
                  option=$word
                  case $word in
                    @ONE@) values=1 ;;
                    @TWO@) values=2 ;;
                    -*) ;;
                    *) program=$word ;;
                  esac
                fi
                i=$((i + 1))
              done
              COMPREPLY=()
              if [[ -n $program ]]; then
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
              elif ((values == 2)); then
                mapfile -t COMPREPLY < <(compgen -W '@PARAMETERS@' -- "$current")
              elif ((values == 1)); then
                case $option in
                  @FILES@) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
                esac
              elif [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '@OPTIONS@' -- "$current")
              else
                mapfile -t COMPREPLY < <(compgen -c -f -- "$current")
              fi
            }
            complete -o filenames -F _strata_mpirun mpirun
            """;

    private static final String ZSH =
            """
            #compdef mpirun
            # zsh completion of Strata's mpirun; the build makes it from the table of options.
            local parameters='@PARAMETERS@'
            _arguments -S \\
            @OPTIONS@ \\
              '*::program:_normal'
            """;
}
